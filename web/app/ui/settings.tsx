import { type ReactNode, useId } from 'react'
import { FieldLayout } from './field.tsx'
import './settings.css'

/** A page of settings: every field inside has its name and help at the side. */
export const Settings = ({ children, foot }: { children: ReactNode; foot?: ReactNode }) => (
  <FieldLayout value="beside">
    <div className="settings">
      {children}
      {foot && <div className="settings-foot">{foot}</div>}
    </div>
  </FieldLayout>
)

/** For controls that are several: switches and choices of one matter. */
export function SettingRow({ name, help, children }: { name: ReactNode; help?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    // Stands beside, not as the first child: so it has to be named.
    <fieldset className="setting" aria-labelledby={id}>
      <div>
        <legend className="setting-name" id={id}>
          {name}
        </legend>
        {help && <p className="setting-help">{help}</p>}
      </div>
      <div className="field">{children}</div>
    </fieldset>
  )
}
