import { className } from './class-name.ts'
import { Icon } from './icon.tsx'
import './progress.css'

export const Progress = ({ label, value, max = 100 }: { label: string; value: number; max?: number }) => (
  <progress className="progress" aria-label={label} value={value} max={max} />
)

/** Where one is in a row of steps: a bar, and their names where they fit. */
export const Steps = ({ label, steps, current }: { label: string; steps: string[]; current: number }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, place) => (
      <li
        key={step}
        className={className('step', place < current && 'step-done')}
        aria-current={place === current ? 'step' : undefined}
      >
        <span className="step-mark" aria-hidden="true">
          {place < current ? <Icon name="check" small /> : place + 1}
        </span>
        <span className="step-name">{step}</span>
      </li>
    ))}
  </ol>
)
