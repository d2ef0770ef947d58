import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { withoutFunctions } from './without-functions.ts'

const NODE_MODULES = join(import.meta.dirname, '../node_modules')
/** Where React's parts have what a site runs on. */
const PARTS: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/**
 * Modules that no page uses, by the name under which they would be imported: importing one fails the build.
 * Without such a name, and gone too: a `ref` on a fragment, a function as the `action` of a form, custom elements, `onBeforeInput` and `onComposition…`, and stacks of components in errors.
 */
const NOT_EXPORTED: Record<string, string[]> = {
  react: [
    'Activity',
    'ViewTransition',
    'addTransitionType',
    'unstable_useCacheRefresh',
    'useActionState',
    'useDeferredValue',
    'useEffectEvent',
    'useImperativeHandle',
    'useReducer',
  ],
  'react-dom': [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'requestFormReset',
    'useFormState',
    'useFormStatus',
  ],
}

/** Of React DOM: functions that do something only where one of the above is used, or in browsers older than any that these pages run in. */
const UNUSED = {
  'view transitions': `getViewTransitionName getViewTransitionClassName trackEnterViewTransitions startViewTransition
    pushViewTransitionCancelableScope applyViewTransitionToHostInstances scheduleViewTransitionEvent measureInstance
    applyViewTransitionToHostInstancesRecursive restoreViewTransitionOnHostInstances measureClonedInstance
    commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions createMeasurement
    commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions queueTransitionTypes
    restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureNestedViewTransitions
    measureViewTransitionHostInstancesRecursive reportViewTransitionError applyViewTransitionName
    restoreViewTransitionName ViewTransitionPseudoElement createViewTransitionInstance
    commitAfterMutationEffectsOnFiber recursivelyTraverseAfterMutationEffects`,
  'refs of fragments': `FragmentInstance commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects
    commitFragmentInstanceDeletionEffects commitNewChildToFragmentInstance deleteChildFromFragmentInstance
    addFragmentHandleToFiber addFragmentHandleToInstance`,
  'lists of suspended parts': `updateSuspenseListComponent initSuspenseListRenderState cutOffTailIfNeeded
    findFirstSuspended`,
  activities: `updateActivityComponent commitActivityHydrationCallbacks pushDehydratedActivitySuspenseHandler`,
  'functions as actions of forms': `mountActionState updateActionState rerenderActionState extractEvents$1
    startHostTransition recursivelyResetForms`,
  'other hooks': `mountDeferredValueImpl updateDeferredValueImpl imperativeHandleEffect updateImperativeHandle
    useEffectEventImpl refreshCache dispatchReducerAction useMemoCache`,
  'transitions that wait for something': `defaultOnDefaultTransitionIndicator`,
  'hints for the browser': `preload preinitStyle preinitScript preinitModuleScript preconnectAs`,
  'events of input before it is there': `getNativeBeforeInputChars getFallbackBeforeInputChars
    isFallbackCompositionEnd`,
  'browsers without input events': `handleEventsForInputEventPolyfill getTargetInstForInputEventPolyfill
    handlePropertyChange`,
  'pictures that hold up what is shown': `estimateBandwidth`,
  others: `setPropOnCustomElement attemptExplicitHydrationTarget findCurrentFiberUsingSlowPath
    getStackByFiberInDevAndProd`,
}

/** A CommonJS file as a module: a bundler knows what of a module is used, and calls it by its name rather than as a property. */
export const asModule = (place: string, code: string, left: string[] = []) => {
  const names = new Set<string>()
  const body = code
    .replace(
      /^(var| ) (\w+) = require\("([\w-]+)"\)([,;])$/gm,
      (_, _start, name: string, from: string) => `import * as ${name} from '${from}'`,
    )
    .replace(/^exports\.(\w+) =/gm, (_, name: string) => {
      const start = names.has(name) ? '' : 'var '
      names.add(name)
      return `${start}its_${name} =`
    })
    .replace(/\bexports\.(\w+)/g, 'its_$1')
  if (/\b(exports|require)\b/.test(body.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')))
    throw new Error(`${place} is written in another way than react-modules.ts knows`)
  for (const name of left)
    if (!names.delete(name)) throw new Error(`${place} has no ${name}: react-modules.ts is of another version`)
  return `import * as all from '${place}'\n${body}\nexport { all as default, ${[...names].map((name) => `its_${name} as ${name}`).join(', ')} }`
}

const APP = join(import.meta.dirname, 'app')
/** The words of all that names an attribute: the pages, and the drawings of their icons. */
const wordsOfPages = () => {
  const pages = globSync('**/*.tsx', { cwd: APP }).map((file) => readFileSync(join(APP, file), 'utf8'))
  const icons = readFileSync(join(APP, 'ui/icon-drawings.ts'), 'utf8').matchAll(/from 'lucide-react\/icons\/([^']+)'/g)
  const drawings = [...icons].map(([, file]) =>
    readFileSync(join(NODE_MODULES, `lucide-react/dist/esm/icons/${file}.mjs`), 'utf8'),
  )
  return new Set([...pages, ...drawings].flatMap((text) => text.match(/\w+/g) ?? []))
}

/** React's list of attributes that have another name in HTML and SVG, without those that no page has. */
export const withNamedAttributes = (code: string, words: Set<string>) => {
  const list = /(?<=\baliases = new Map\(\[)[^;]*?(?=\]\))/.exec(code)?.[0]
  if (!list) throw new Error('react-dom names attributes in another way than react-modules.ts knows')
  return code.replace(
    list,
    list.replaceAll(/\["([\w-]+)", "[\w:-]+"\],?/g, (line, name: string) => (words.has(name) ? line : '')),
  )
}

/** React is written for Node's old modules: all of it would come to the browser, and every use of it as `(0, react.useState)`. */
export const reactAsModules: Plugin = {
  name: 'react-as-modules',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (PARTS[id] ? join(NODE_MODULES, PARTS[id]) : null),
  load: {
    filter: { id: /\/node_modules\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
    handler(id) {
      const part = Object.keys(PARTS).find((name) => id.endsWith(PARTS[name]!))!
      const code = readFileSync(id, 'utf8')
      return asModule(
        part,
        part === 'react-dom/client'
          ? withNamedAttributes(
              withoutFunctions(part, code, Object.values(UNUSED).join(' ').split(/\s+/)),
              wordsOfPages(),
            )
          : code,
        NOT_EXPORTED[part],
      )
    },
  },
}
