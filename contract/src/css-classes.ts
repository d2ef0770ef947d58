/** Classes that a site's own CSS may rely on: they stay, and mean what they mean now. Other classes may change with any version. Words: admin.css_* */
export const CSS_CLASSES = {
  frame: ['site-header', 'wordmark', 'search-box', 'site-nav', 'page', 'aside', 'aside-section', 'site-footer'],
  custom: ['custom-header', 'custom-sidebar', 'custom-footer'],
  lists: ['question-list', 'question-row', 'question-row-title', 'question-row-counts', 'tag'],
  question: [
    'question-head',
    'post',
    'answer',
    'prose',
    'post-tags',
    'post-rail',
    'vote',
    'user-card',
    'comments',
    'comment',
  ],
  controls: ['button', 'button-primary', 'input', 'notice'],
} as const

/** Values on `:root` that a site's own CSS may set. */
export const CSS_VARIABLES = [
  '--primary',
  '--page-width',
  '--measure',
  '--font-sans',
  '--font-prose',
  '--row-space',
  // What things are coloured with, each as `light-dark(…)`.
  '--bg',
  '--bg-sunken',
  '--bg-raised',
  '--bg-field',
  '--bg-hover',
  '--bg-active',
  '--fg',
  '--fg-2',
  '--fg-3',
  '--fg-disabled',
  '--line',
  '--line-strong',
  '--line-control',
  '--accent',
  '--accent-hover',
] as const
