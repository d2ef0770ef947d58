import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { PluginIcon } from '../../components/plugins/plugin-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { MorePluginActs, PluginActs } from './plugin-acts.tsx'
import { PluginForbidden } from './plugin-forbidden.tsx'
import { PluginTrouble } from './plugin-trouble.tsx'
import {
  groupsOf,
  isBroken,
  needsCare,
  PLUGIN_GROUPS,
  type PluginFilter,
  type PluginGroup,
  wantsMore,
} from './plugin-filter.ts'

const idOf = (group: PluginGroup) => `plugins-${group}`
/** Where a plugin stands on the page. */
export const placeOfPlugin = (slug_name: string) => `plugin-${slug_name}`

/** All that fit, by what they are for, with links to each group. */
export function PluginList({ list, filter, added }: { list: KnownPlugin[]; filter: PluginFilter; added?: string }) {
  const t = useText('admin')
  const byGroup = Map.groupBy(list, (plugin) => filter.kind || groupsOf(plugin)[0]!)
  const groups = PLUGIN_GROUPS.flatMap((group) => {
    const members = byGroup.get(group)
    return members ? { group, members } : []
  })
  return (
    <>
      {groups.length > 1 && (
        <nav className="plugin-jumps" aria-label={t('plugins_kind')}>
          <ul>
            {groups.map(({ group, members }) => (
              <li key={group}>
                <a href={`#${idOf(group)}`}>
                  {t(`plugins_group_${group}`)} <span className="plugin-count">{members.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {groups.map(({ group, members }) => (
        <details key={group} className="plugin-group" id={idOf(group)} open>
          <summary>
            <Icon name="chevronRight" small />
            <h2>{t(`plugins_group_${group}`)}</h2>
            <span className="plugin-count">
              {t('plugins_on_of', { on: members.filter(({ enabled }) => enabled).length, all: members.length })}
            </span>
          </summary>
          <ul>
            {members.map((plugin) => (
              <PluginRow
                key={`${plugin.source} ${plugin.slug_name}`}
                plugin={plugin}
                filter={filter}
                isAdded={plugin.slug_name === added && !isBroken(plugin)}
              />
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}

function PluginRow({ plugin, filter, isAdded }: { plugin: KnownPlugin; filter: PluginFilter; isAdded: boolean }) {
  const t = useText('admin')
  const { slug_name, name, description, icon } = plugin
  return (
    <li
      className="plugin-row"
      id={isBroken(plugin) ? undefined : placeOfPlugin(slug_name)}
      data-on={plugin.enabled || undefined}
    >
      <details open={needsCare(plugin)}>
        <summary>
          {icon ? <PluginIcon src={icon} /> : <Icon name="settings" />}
          <span className="plugin-what">
            <span className="plugin-name">
              <span>{name}</span> <PluginLabels plugin={plugin} />
            </span>
            <span className="plugin-short">{description}</span>
          </span>
          <Icon name="chevronDown" small />
        </summary>
        <div className="plugin-more">
          <p>{description}</p>
          <PluginNotes plugin={plugin} />
          <MorePluginActs plugin={plugin} filter={filter} />
        </div>
      </details>
      <PluginActs plugin={plugin} filter={filter} />
      {isAdded && <Notice kind="success" title={t('plugin_added', { name })} />}
    </li>
  )
}

function PluginLabels({ plugin }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const { enabled, set_up, fault, trouble, forbidden, origin } = plugin
  return (
    <>
      {enabled && <Label>{t('plugin_on')}</Label>}
      {(fault || isBroken(plugin)) && <Label kind="danger">{t('plugin_faulty')}</Label>}
      {((enabled && !set_up) || wantsMore(plugin)) && <Label kind="warning">{t('plugin_idle')}</Label>}
      {trouble && <Label>{t('plugin_troubled')}</Label>}
      {forbidden.length > 0 && <Label kind="warning">{t('plugin_hindered')}</Label>}
      {origin?.newer && <Label kind="accent">{t('plugin_newer', { version: origin.newer })}</Label>}
    </>
  )
}

/** Why it does nothing, and what it is. */
function PluginNotes({ plugin }: { plugin: KnownPlugin }) {
  const t = useText('admin')
  const { enabled, set_up, fault, version, source, slug_name } = plugin
  return (
    <>
      {enabled && !set_up && <p>{t('plugin_not_set_up')}</p>}
      {wantsMore(plugin) && <p>{t('plugin_wants_more')}</p>}
      {fault && (
        <p className="plugin-fault">
          {t('plugin_switched_off')} {fault.message} (<Time at={fault.at} exact />)
        </p>
      )}
      <PluginTrouble trouble={plugin.trouble} />
      <PluginForbidden forbidden={plugin.forbidden} />
      <p className="plugin-note">
        {version && `${t('plugin_version_is', { version })} · `}
        {t(`plugin_source_${source}`)} · <code>{slug_name}</code>
      </p>
    </>
  )
}
