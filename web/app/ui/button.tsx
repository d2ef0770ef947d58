import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { className } from './class-name.ts'
import { Icon, type IconName } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'
import './button.css'

interface Look {
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'danger-fill'
  size?: 'small' | 'large'
  /** As wide as what it stands in. */
  block?: boolean
  icon?: IconName
}

const classesOf = ({ look = 'plain', size, block }: Look, more?: string) =>
  className('button', look !== 'plain' && `button-${look}`, size && `button-${size}`, block && 'button-block', more)

type Plain = ButtonHTMLAttributes<HTMLButtonElement>

export function Button({
  look,
  size,
  block,
  icon,
  busy,
  className: more,
  type = 'button',
  children,
  ...rest
}: Look & Plain & { busy?: boolean }) {
  return (
    <button {...rest} type={type} className={classesOf({ look, size, block }, more)} aria-busy={busy || undefined}>
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} small />}
      {children}
    </button>
  )
}

/** Sends the form it stands in. While busy a second press does nothing, and the button keeps the focus. */
export function SubmitButton({ busy, onClick, look = 'primary', ...rest }: Parameters<typeof Button>[0]) {
  return (
    <Button
      {...rest}
      look={look}
      busy={busy}
      type="submit"
      onClick={(event) => {
        if (busy) event.preventDefault()
        onClick?.(event)
      }}
    />
  )
}

export function ButtonLink({ look, size, block, icon, className: more, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classesOf({ look, size, block }, more)}>
      {icon && <Icon name={icon} small />}
      {children}
    </Link>
  )
}

/** For what leaves the pages React renders: files, other sites, sign-in elsewhere. */
export function ButtonAnchor({
  look,
  size,
  block,
  icon,
  href,
  download,
  children,
}: Look & { href: string; download?: string; children: ReactNode }) {
  return (
    <a href={href} download={download} className={classesOf({ look, size, block })}>
      {icon && <Icon name={icon} small />}
      {children}
    </a>
  )
}

interface Iconic {
  icon: IconName
  label: string
  count?: string
}
const inside = ({ icon, count }: Iconic) => (
  <>
    <Icon name={icon} />
    {count && (
      <span className="icon-button-count" aria-hidden="true">
        {count}
      </span>
    )}
  </>
)

export function IconButton({
  icon,
  label,
  count,
  className: more,
  type = 'button',
  ...rest
}: Iconic & Omit<Plain, 'children'>) {
  return (
    <button title={label} {...rest} type={type} className={className('icon-button', more)} aria-label={label}>
      {inside({ icon, label, count })}
    </button>
  )
}

export function IconLink({ icon, label, count, className: more, ...rest }: Iconic & Omit<LinkProps, 'children'>) {
  return (
    <Link title={label} {...rest} className={className('icon-button', more)} aria-label={label}>
      {inside({ icon, label, count })}
    </Link>
  )
}

/** For small things in a line of text. */
export const TextButton = ({ type = 'button', className: more, ...rest }: Plain) => (
  <button {...rest} type={type} className={className('text-button', more)} />
)

export const ButtonRow = ({ children }: { children: ReactNode }) => <div className="button-row">{children}</div>

/** The buttons of a form over a page: what sends it, and a way back to the page as it was. */
export const FormButtons = ({ back, leave, children }: { back: string; leave: string; children: ReactNode }) => (
  <ButtonRow>
    {children}
    <ButtonLink to={back} keepScroll>
      {leave}
    </ButtonLink>
  </ButtonRow>
)
