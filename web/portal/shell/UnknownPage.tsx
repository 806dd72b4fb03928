import { AlonePage } from './AlonePage.tsx'
import { UnknownInside } from './ErrorPages.tsx'

/** An address that no screen has, without the frame. */
export function UnknownPage() {
  return (
    <AlonePage>
      <UnknownInside />
    </AlonePage>
  )
}
