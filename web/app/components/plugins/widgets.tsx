import { pluginWidgets, type ShownWidget, type WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import { drawnPart } from '../../drawn-part.tsx'
import type { RouteContext } from '../../session.ts'

/** A page is there without them, too. */
export const loadWidgets = async ({ call, plugins }: RouteContext, place: WidgetPlace, ids: string[] = []) =>
  plugins.widgets.includes(place)
    ? call(pluginWidgets, { query: { place, object_ids: ids.join() } }).catch((): ShownWidget[] => [])
    : []

const Drawn = drawnPart(
  () => import('./drawn-widgets.tsx'),
  (part) => part.DrawnWidgets,
)

/** What plugins put into a place; under posts those of one. */
export function Widgets({
  place,
  widgets,
  object_id,
}: {
  place: WidgetPlace
  widgets: ShownWidget[]
  object_id?: string
}) {
  const own = object_id === undefined ? widgets : widgets.filter((widget) => widget.object_id === object_id)
  return own.length > 0 ? <Drawn key={object_id} place={place} widgets={own} /> : null
}
