/** The product's own name, as a drawing. A site with a name or a logo of its own shows that. */
export const Wordmark = ({ label }: { label: string }) => (
  <svg viewBox="0 0 81 24" role="img" aria-label={label} fill="none" stroke="currentColor" strokeWidth="2.5">
    <circle cx="6.6" cy="13.2" r="4.9" />
    <path d="M11.5 7.2v12.1M22 10.2c-.7-1.3-1.9-1.9-3.4-1.9-1.8 0-2.9.9-2.9 2.3 0 3.6 6.5 1.7 6.5 5.2 0 1.5-1.3 2.4-3.3 2.4-1.7 0-3-.7-3.7-2.1" />
    <path d="M26.4 2.8v16.5M32.9 7.4l-6 5.9M28.6 11.7l5 7.6M35.4 7.2l3.5 10.4h.3l3.1-9.3h.4l3.1 9.3h.3l3.5-10.4" />
    <path d="M52.2 13.2h9.3c0-2.9-2-4.9-4.6-4.9a4.7 4.7 0 0 0-4.8 4.9c0 2.9 2.1 4.9 4.9 4.9 1.8 0 3.2-.7 4-2M66.1 2.8v16.5M71.1 2.8v16.5" />
    <circle className="wordmark-stop" cx="77" cy="17.6" r="1.9" stroke="none" />
  </svg>
)
