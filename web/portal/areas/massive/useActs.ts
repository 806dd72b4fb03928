import { useState } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { call } from '#web/shared/calls/call.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Shown } from './PreviewGroups.tsx'
import { useAskAgain, useDecided } from './useItems.ts'

/** The place of a decision, where it can be taken back. */
export interface Decided {
  item: number
  group: Shown
  at: number
}

type Deciding = 'excluir' | 'publicar_igual' | 'asignar_sugerido' | 'deshacer'

/** The acts on receipts, each saved at once. The last ones can be undone in their order. */
export function useActs(id: number) {
  const { t } = useWords('massive')
  const errorText = useErrorText()
  const decided = useDecided()
  const askAgain = useAskAgain(id)
  const refresh = useRefresh()
  // By hand rather than with useAct, which knows one act at a time: here several receipts are decided side by side.
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<readonly Decided[]>([])
  /** The last act in words, for screen readers. */
  const [said, say] = useState('')

  /** Returns whether the act succeeded. */
  const work = async (item: number, run: () => Promise<boolean>): Promise<boolean> => {
    setBusy((now) => new Set([...now, item]))
    try {
      return await run()
    } catch (error) {
      toastError({ text: errorText(error) })
      // Somebody published or cancelled it meanwhile: the screen shows that.
      if (isRefusedWith(error, 'MASSIVE_STEP_CHANGED')) await refresh(massive.one)
      return false
    } finally {
      setBusy((now) => new Set([...now].filter((one) => one !== item)))
    }
  }
  const keep = (of: Decided) => setDone((now) => [...now.filter(({ item }) => item !== of.item), of])
  const tell = (item: MassiveItem | undefined) =>
    say(
      item?.decision
        ? t(`hecho.dicho.${item.decision}`, { nombre: item.colaborador?.nombre ?? '' })
        : t('hecho.dicho.undone'),
    )
  return {
    busy,
    said,
    /** The act that can be undone next. */
    last: done.at(-1),
    /** Records a decision that was made in a dialog. */
    keep: (of: Decided, item: MassiveItem | undefined) => {
      keep(of)
      tell(item)
    },
    decide: (of: Decided, acto: Deciding) =>
      work(of.item, async () => {
        const answer = await call(massive.decide, { id, items: [of.item], acto })
        decided(answer)
        const kept = answer.items.find((one) => one.id === of.item)
        if (acto === 'deshacer') {
          setDone((now) => now.filter(({ item }) => item !== of.item))
          // Joined receipts are restored by the server; the next act need not wait for the new list.
          void askAgain()
        } else keep(of)
        tell(kept)
        return true
      }),
    merge: (of: Decided) =>
      work(of.item, async () => {
        const answer = await call(massive.merge, { id, item: of.item })
        decided(answer)
        keep(of)
        tell(answer.items.find((one) => one.id === of.item))
        await askAgain()
        return true
      }),
  }
}
