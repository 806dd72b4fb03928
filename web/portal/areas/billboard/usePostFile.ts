import { useQuery } from '@tanstack/react-query'
import { billboard } from '#contract/billboard.ts'
import { call } from '#web/shared/calls/call.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'

/** The address of a post's picture; undefined while it loads, and where there is none. */
export function usePicture(
  post: { id: number; imagen: boolean } | undefined,
  version = 0,
): string | undefined {
  const { data } = useQuery({
    queryKey: [billboard.file.path, post?.id, version],
    queryFn: ({ signal }) => call(billboard.file, { id: post?.id ?? 0, archivo: 0 }, { signal }),
    enabled: post?.imagen === true,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return useObjectUrl(post?.imagen ? data : null)
}
