import type { ReactNode } from 'react'
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
export const SettingRow = ({ name, help, children }: { name: ReactNode; help?: ReactNode; children: ReactNode }) => (
  <fieldset className="setting">
    <div>
      <legend className="setting-name">{name}</legend>
      {help && <p className="setting-help">{help}</p>}
    </div>
    <div className="field">{children}</div>
  </fieldset>
)
