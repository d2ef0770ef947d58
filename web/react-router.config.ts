import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // From here a finished build goes to its place (tools/web-build.ts): a site may be running from the former one.
  buildDirectory: '.react-router/build/fresh',
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
