import { useLayoutEffect, useState } from 'react'
import { giveBack } from './files.ts'

/** An address of bytes that a call answered, or a person chose, for an image; given back when they change. */
export function useObjectUrl(bytes: Blob | null | undefined): string | undefined {
  const [made, setMade] = useState<{ bytes: Blob; address: string }>()
  useLayoutEffect(() => {
    if (!bytes) return setMade(undefined)
    const address = URL.createObjectURL(bytes)
    setMade({ bytes, address })
    return () => giveBack(address)
  }, [bytes])
  return made?.bytes === bytes ? made?.address : undefined
}
