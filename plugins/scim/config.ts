import type { EndpointAnswer, EndpointRequest } from '@askwell/plugin-kit'
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

const resourceType = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: USER,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
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
const schema = (base: string) => ({
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

const one = (value: object) => listed([value], { totalResults: 1, startIndex: 1 })

export const answerConfig = ({ method, path, base }: EndpointRequest): EndpointAnswer | undefined => {
  if (method !== 'GET') return undefined
  switch (path) {
    case '/ServiceProviderConfig':
      return answered(configuration(base))
    case '/ResourceTypes':
      return one(resourceType(base))
    case '/ResourceTypes/User':
      return answered(resourceType(base))
    case '/Schemas':
      return one(schema(base))
    case `/Schemas/${USER}`:
      return answered(schema(base))
    case '/Groups':
      return listed([], { totalResults: 0, startIndex: 1 })
    default:
      return undefined
  }
}
