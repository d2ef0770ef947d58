import { createElement, type ReactNode } from 'react'
import { className } from './class-name.ts'
import { drawings, type IconName } from './icon-drawings.ts'
import './icon.css'

export type { IconName }

// Rendered here and once: lucide's own components cost five times as much to render, and a question page holds a hundred icons.
const shapes: Partial<Record<IconName, ReactNode>> = {}
const shapeOf = (name: IconName) =>
  (shapes[name] ??= drawings[name].node.map(([shape, attributes], place) =>
    createElement(shape, { ...attributes, key: place }),
  ))

/** An icon beside words is decoration; one that stands alone has a `label`. */
export function Icon({
  name,
  small,
  label,
  directional,
}: {
  name: IconName
  small?: boolean
  label?: string
  directional?: boolean
}) {
  const classes = className('icon', small && 'icon-small', directional && 'icon-directional')
  return label ? (
    <svg className={classes} viewBox="0 0 24 24" role="img" aria-label={label}>
      {shapeOf(name)}
    </svg>
  ) : (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true">
      {shapeOf(name)}
    </svg>
  )
}
