interface Route {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
}

interface Node {
  fixed: Map<string, Node>
  any?: Node
  rest?: string
  name?: string
}

/** What a segment may be: an optional one is there or not. */
const variants = (segments: string[]): string[][] => {
  const [first, ...others] = segments
  if (first === undefined) return [[]]
  const rest = variants(others)
  return first.endsWith('?')
    ? [...rest.map((tail) => [first.slice(0, -1), ...tail]), ...rest]
    : rest.map((tail) => [first, ...tail])
}

/**
 * The pattern of a page's address, such as `/questions/:question`. For metrics, where each address would be a label of its own;
 * there are only as many names as routes. Cheap, since it runs for each request.
 */
export const pageNames = (routes: Record<string, Route | undefined>) => {
  const root: Node = { fixed: new Map() }
  const fullPath = (route: Route): string[] => [
    ...(route.parentId && routes[route.parentId] ? fullPath(routes[route.parentId]!) : []),
    ...(route.path?.split('/').filter(Boolean) ?? []),
  ]
  for (const route of Object.values(routes)) {
    if (!route || (!route.path && !route.index)) continue
    const path = fullPath(route)
    const name = `/${path.join('/')}`
    for (const segments of variants(path)) {
      let node = root
      for (const segment of segments) {
        if (segment === '*') node.rest ??= name
        else if (segment.startsWith(':')) node = node.any ??= { fixed: new Map() }
        else {
          if (!node.fixed.has(segment)) node.fixed.set(segment, { fixed: new Map() })
          node = node.fixed.get(segment)!
        }
      }
      if (segments.at(-1) !== '*') node.name ??= name
    }
  }
  const find = (node: Node, segments: string[], at: number): string | undefined => {
    if (at === segments.length) return node.name ?? node.rest
    const fixed = node.fixed.get(segments[at]!)
    return (fixed && find(fixed, segments, at + 1)) ?? (node.any && find(node.any, segments, at + 1)) ?? node.rest
  }
  return (path: string) => find(root, path.split('/').filter(Boolean).slice(0, 12), 0) ?? '/*'
}
