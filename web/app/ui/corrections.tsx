import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

// What was wrong in a form is no longer said once it has been corrected, at the field and at the form's top alike.

interface State {
  /** Fields that have been corrected since the form came back. */
  corrected: ReadonlySet<string>
  correct: (name: string, is: boolean) => void
}

const NONE: ReadonlySet<string> = new Set()
const CorrectionsContext = createContext<State>({ corrected: NONE, correct: () => {} })

export const useCorrections = () => use(CorrectionsContext)

/** Around a form; `of` is another object each time that it comes back. */
export function Corrections({ of, children }: { of: object | undefined; children: ReactNode }) {
  const [state, setState] = useState({ of, corrected: NONE })
  const corrected = state.of === of ? state.corrected : NONE
  const correct = useCallback(
    (name: string, is: boolean) =>
      setState((before) => {
        const now = before.of === of ? before.corrected : NONE
        if (!of || now.has(name) === is) return before
        const next = new Set(now)
        if (is) next.add(name)
        else next.delete(name)
        return { of, corrected: next }
      }),
    [of],
  )
  return (
    <CorrectionsContext value={useMemo(() => ({ corrected, correct }), [corrected, correct])}>
      {children}
    </CorrectionsContext>
  )
}
