import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { call } from '#web/shared/calls/call.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Thumbnail.module.css'

interface Props {
  call: typeof massive.page
  input: InputOf<typeof massive.page>
  /** The receipt's number of pages; several are drawn as a stack. */
  pages: number
  small?: boolean
  /** Called once the picture is shown or can't be. */
  onSettled?: () => void
}

/** Milliseconds of visibility before its picture is requested. */
const pause = 120

/** A small page of a receipt, without a text alternative: the text beside it names the receipt. */
export function Thumbnail({ call: page, input, pages, small = false, onSettled }: Props) {
  const { t } = useWords('massive')
  const { data, isError } = useQuery({
    queryKey: [page.path, input],
    queryFn: async ({ signal }) => {
      // A row that is scrolled past makes no request.
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal.throwIfAborted()
      return call(page, input, { signal, background: true })
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const url = useObjectUrl(data ?? null)
  const [broken, setBroken] = useState(false)
  const failed = isError || broken
  const settle = useEffectEvent(() => onSettled?.())
  useEffect(() => {
    if (failed) settle()
  }, [failed])
  return (
    <span
      className={style.thumbnail}
      data-several={pages > 1 || undefined}
      data-small={small || undefined}
      data-state={failed ? 'failed' : url ? undefined : 'waiting'}
      title={failed ? t('hoja.sinImagen') : undefined}
      aria-hidden
    >
      {failed ? (
        <IconFileOff size={20} />
      ) : (
        url && <img src={url} alt="" onLoad={onSettled} onError={() => setBroken(true)} />
      )}
    </span>
  )
}
