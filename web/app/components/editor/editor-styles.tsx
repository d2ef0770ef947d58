import editorCss from './editor.css?url'

/** The editor is rendered before its scripts are fetched, and only for those who may write: its styles come with it. */
export const EditorStyles = () => <link rel="stylesheet" href={editorCss} precedence="editor" />
