import { useState } from 'react'
import { lazyPart } from '../../chunks.ts'
import { useText } from '../../i18n/text.tsx'
import { Suspense } from 'react'

/** What it says comes with the first time somebody asks. */
const HelpDialog = lazyPart(
  () => import('./editor-help-dialog.tsx'),
  (part) => part.EditorHelpDialog,
)

/** How to write, with examples. */
export function EditorHelp() {
  const t = useText('editor')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-button needs-script" onClick={() => setOpen(true)}>
        {t('help')}
      </button>
      {open && (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
