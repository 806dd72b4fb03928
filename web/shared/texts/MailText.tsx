/** A mail address that breaks before its @ where it doesn't fit in one line, and elsewhere only if it must. */
export function MailText({ value }: { value: string }) {
  const at = value.indexOf('@')
  if (at < 0) return value
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
