import { useLayoutEffect, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import type { Surface } from './editor-surface.ts'
import { changeTable, isInTable, TABLE_ACTS } from './table-keys.ts'

/** Rows and columns by buttons, while the cursor is in a table. Loaded with the first one. */
export function TableTools({ text, at }: { text: string; at: () => Surface }) {
  const t = useText('editor')
  const [shown, setShown] = useState(false)
  // Taken back together with the field: nothing looks for a cursor in one that is gone.
  useLayoutEffect(() => {
    const look = () => setShown(isInTable(at().read()))
    look()
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
    // Where the surface is another, it is asked for anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text])
  if (!shown) return null
  return (
    <div className="editor-table-tools" role="group" aria-label={t('table')}>
      {TABLE_ACTS.map((act) => (
        <Button
          key={act}
          look="quiet"
          size="small"
          // The field keeps the focus and the cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            const change = changeTable(at().read(), act)
            if (change) at().apply(change)
          }}
        >
          {t(`table_${act}`)}
        </Button>
      ))}
    </div>
  )
}
