import type { ShownWidget, WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import { AsideSection } from '../layout/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PartsStyles, PluginParts } from './plugin-parts.tsx'

/** As the place has its own sections. */
function Section({
  place,
  widget: { slug_name, object_id, title, parts },
}: {
  place: WidgetPlace
  widget: ShownWidget
}) {
  const id = `plugin-${slug_name}${object_id && `-${object_id}`}`
  const shown = <PluginParts parts={parts} headings={place === 'post' ? 'h5' : 'h3'} />
  if (place === 'dashboard')
    return (
      <Panel id={id} title={title}>
        {shown}
      </Panel>
    )
  if (place === 'post')
    return (
      <section className="plugin-under-post" aria-labelledby={id}>
        <h4 id={id}>{title}</h4>
        {shown}
      </section>
    )
  return (
    <AsideSection id={id} title={title}>
      {shown}
    </AsideSection>
  )
}

/** Fetched only where a plugin puts something into a page. */
export const DrawnWidgets = ({ place, widgets }: { place: WidgetPlace; widgets: ShownWidget[] }) => (
  <>
    <PartsStyles />
    {widgets.map((widget) => (
      <Section key={widget.slug_name} place={place} widget={widget} />
    ))}
  </>
)
