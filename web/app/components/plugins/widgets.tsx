import { pluginWidgets, type ShownWidget, type WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import { lazyPart } from '../../chunks.ts'
import { drawnPart } from '../../drawn-part.tsx'
import type { RouteContext } from '../../session.ts'

/** A page is there without them, too. */
export const loadWidgets = async ({ call, plugins }: RouteContext, place: WidgetPlace, ids: string[] = []) =>
  plugins.widgets.includes(place)
    ? call(pluginWidgets, { query: { place, object_ids: ids.join() } }).catch((): ShownWidget[] => [])
    : []

const fetchWidgets = () => import('./drawn-widgets.tsx')
const Drawn = drawnPart(fetchWidgets, (part) => part.DrawnWidgets)
/** Browsers have something to do with code: copy it, and draw it where a plugin does. */
const WithCode = lazyPart(fetchWidgets, (part) => part.DrawnWidgets)
const haveCode = (widgets: ShownWidget[]) => widgets.some(({ parts }) => parts.some(({ part }) => part === 'code'))

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
  if (own.length === 0) return null
  return haveCode(own) ? (
    <div>
      <WithCode place={place} widgets={own} />
    </div>
  ) : (
    <Drawn key={object_id} place={place} widgets={own} />
  )
}
