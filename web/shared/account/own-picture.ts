import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { site } from '../session/session.ts'
import { useObjectUrl } from '../calls/useObjectUrl.ts'
import { useViewer } from '../session/viewer.ts'

/** Stored under this name until the session ends, so that the frame is complete before the server answers. */
const storageKey = site === 'e' ? 'e.avatar' : 'avatar'
const queryKey = ['own-picture']

interface Kept {
  foto: string
  /** As a data address. */
  image: string
}

/** The address of one's own picture; undefined where there is none, or none could be had. */
export function useOwnPicture(): string | undefined {
  const { profile } = useViewer()
  const { data } = useQuery({
    queryKey,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Blob | null> => {
      if (profile.foto === null) {
        localStorage.removeItem(storageKey)
        return null
      }
      const kept = keptPicture()
      if (kept?.foto === profile.foto) return blobOf(kept.image)
      // A picture that isn't there any more is no error to show.
      const fetched = await call(ownAccount.avatar, { id: profile.id }, { signal, background: true }).catch(
        () => null,
      )
      if (fetched) await keepPicture(profile.foto, fetched)
      return fetched
    },
  })
  return useObjectUrl(data)
}

/** Returns a function that replaces or removes the displayed and stored picture. */
export function usePutPicture(): (picture: { foto: string; bytes: Blob } | null) => Promise<void> {
  const queries = useQueryClient()
  return async (picture) => {
    if (picture) await keepPicture(picture.foto, picture.bytes)
    else localStorage.removeItem(storageKey)
    queries.setQueryData(queryKey, picture?.bytes ?? null)
  }
}

async function keepPicture(foto: string, bytes: Blob): Promise<void> {
  const image = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.readAsDataURL(bytes)
  })
  const kept: Kept = { foto, image }
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // With a full storage the picture is not stored, but fetched again.
  }
}

function keptPicture(): Kept | null {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return kept
  } catch {
    return null
  }
}

/** Decodes a data URL: the page's policy allows blob URLs of pictures, but not data URLs. */
function blobOf(address: string): Blob {
  const [head = '', body = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: /^data:([\w/]+)/.exec(head)?.[1] ?? 'image/webp' })
}
