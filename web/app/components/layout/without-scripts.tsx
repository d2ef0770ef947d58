// The `scripting` media query says the same, where browsers know it and are asked honestly; this holds everywhere.
const styles = `
.needs-script, .editor-preview { display: none !important }
.without-script { display: revert !important }
.editor .editor-panes { grid-template-columns: minmax(0, 1fr) !important }
`

/** Styles for pages without scripts: they hide controls that would do nothing. */
export const WithoutScripts = () => (
  <noscript>
    <style>{styles}</style>
  </noscript>
)
