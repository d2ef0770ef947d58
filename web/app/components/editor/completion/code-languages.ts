import type { Choice } from './sources.ts'

// Loaded with the first block of code that is begun.

/** As the server colours them; the first ones are what most ask about. Behind the name other ways to write it. */
const LANGUAGES =
  `javascript js jsx|python py|typescript ts tsx|java|csharp c#|bash sh shell|sql|html xml|css|json|php|cpp c++|c|go golang|rust rs|kotlin kt|swift|ruby rb|r|yaml yml|markdown md|diff patch|dockerfile docker|powershell ps1|nginx|apache|ini toml|makefile make|lua|perl pl|scala|haskell hs|elixir ex|erlang erl|clojure clj|dart|groovy|julia|matlab|objectivec objc|latex tex|graphql|scss|less|vbnet vb|fsharp f#|lisp|scheme|ocaml ml|delphi pascal|fortran|x86asm asm|verilog|vhdl|wasm|vim|http|plaintext text`
    .split('|')
    .map((one) => one.split(' '))

const MOST = 8

/** Names that begin so; none typed, the most usual ones. */
export const findLanguages = (typed: string): Choice[] => {
  const wanted = typed.toLowerCase()
  return LANGUAGES.filter((names) => names.some((name) => name.startsWith(wanted)))
    .slice(0, MOST)
    .map(([name = '', ...others]) => ({ key: name, label: name, note: others.join(', '), insert: `\`\`\`${name}` }))
}
