import { createElement } from 'react'
import { className } from '../../ui/class-name.ts'
import { badgeDrawings } from './badge-drawings.ts'
import { LEVELS, type Level } from './medal.tsx'
import './badges.css'

// A hexagon of gold, a diamond of silver, a disc of bronze: the level is told by the shape too.
const FRAMES: Record<Level, string> = {
  3: 'M24 2.5l18.6 10.75v21.5L24 45.5 5.4 34.75v-21.5z',
  2: 'M24 1.5c1.1 0 2.1.4 2.9 1.2l18.4 18.4a4.1 4.1 0 0 1 0 5.8L26.9 45.3a4.1 4.1 0 0 1-5.8 0L2.7 26.9a4.1 4.1 0 0 1 0-5.8L21.1 2.7A4.1 4.1 0 0 1 24 1.5z',
  1: 'M24 3a21 21 0 1 1 0 42 21 21 0 0 1 0-42z',
}

const isDrawn = (icon: string): icon is keyof typeof badgeDrawings => icon in badgeDrawings

/** The picture of a badge: its icon in the shape of its level. Words stand beside it. */
export function BadgeEmblem({ icon, level, size }: { icon: string; level: Level; size?: 'large' }) {
  return (
    <span className={className('badge-emblem', `badge-${LEVELS[level]}`, size && `badge-emblem-${size}`)}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path className="badge-frame" d={FRAMES[level]} />
        {isDrawn(icon) && (
          <g className="badge-drawing" transform="translate(14 14) scale(.8333)">
            {badgeDrawings[icon].node.map(([shape, attributes], place) =>
              createElement(shape, { ...attributes, key: place }),
            )}
          </g>
        )}
      </svg>
      {!isDrawn(icon) && <img src={icon} alt="" loading="lazy" />}
    </span>
  )
}
