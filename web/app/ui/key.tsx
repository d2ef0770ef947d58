import './key.css'

export const Key = ({ children }: { children: string }) => <kbd className="key">{children}</kbd>
