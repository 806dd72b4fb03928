import { useEffect, useState } from 'react'

/** An address of bytes that a call answered, or a person chose, for an image; given back when they change. */
export function useObjectUrl(bytes: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!bytes) return setAddress(undefined)
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}
