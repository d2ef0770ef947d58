declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const emojiByName: Record<string, string>
  export default emojiByName
}
