import type { EndpointAnswer, EndpointRequest } from '@askwell/plugin-kit'
import { GROUP } from './group-resource.ts'
import { answered, listed } from './messages.ts'
import { USER } from './resource.ts'

// RFC 7643: what this service can do.

const configuration = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of the plugin' }],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const resourceType = (name: 'User' | 'Group', base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: name === 'User' ? USER : GROUP,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const userSchema = (base: string) => ({
  id: USER,
  name: 'User',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
    }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
    attribute('active', { type: 'boolean' }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER}` },
})

const groupSchema = (base: string) => ({
  id: GROUP,
  name: 'Group',
  attributes: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('members', { type: 'complex', multiValued: true, subAttributes: [attribute('value')] }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${GROUP}` },
})

const all = (...values: object[]) => listed(values, { totalResults: values.length, startIndex: 1 })

export const answerConfig = ({ method, path, base }: EndpointRequest): EndpointAnswer | undefined => {
  if (method !== 'GET') return undefined
  switch (path) {
    case '/ServiceProviderConfig':
      return answered(configuration(base))
    case '/ResourceTypes':
      return all(resourceType('User', base), resourceType('Group', base))
    case '/ResourceTypes/User':
      return answered(resourceType('User', base))
    case '/ResourceTypes/Group':
      return answered(resourceType('Group', base))
    case '/Schemas':
      return all(userSchema(base), groupSchema(base))
    case `/Schemas/${USER}`:
      return answered(userSchema(base))
    case `/Schemas/${GROUP}`:
      return answered(groupSchema(base))
    default:
      return undefined
  }
}
