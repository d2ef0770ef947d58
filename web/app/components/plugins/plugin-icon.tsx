import './plugin-icon.css'

/** The picture of a plugin, beside its name. */
export const PluginIcon = ({ src }: { src: string }) => (
  <img className="plugin-icon" src={src} alt="" width={18} height={18} />
)
