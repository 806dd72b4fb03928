import { Alert, Button, Radio } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { useAskAgain, useDecided } from './useItems.ts'
import style from './Thumbnail.module.css'

interface Props {
  publication: MassivePublication
  item: MassiveItem
  onClose: () => void
}

/** Splits one receipt into two at a page that is chosen by its picture. */
export function SplitDialog({ publication, item, onClose }: Props) {
  const { t } = useWords(['massive', 'words'])
  const decided = useDecided()
  const askAgain = useAskAgain(publication.id)
  const [from, setFrom] = useState(2)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const { run, busy, refusal } = useAct(massive.split, {
    onDone: async (answer) => {
      decided(answer)
      await askAgain()
      onClose()
    },
    inPlace: true,
  })
  const { paginas } = item
  const numbers = (of: readonly number[]) => of.map((page) => numberText(page)).join(', ')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('partir.titulo')}
      size="48rem"
      locked={busy}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('words:accion.volver')}
          </Button>
          <Button
            variant="filled"
            loading={busy}
            // Nobody chooses among pages that aren't shown yet.
            disabled={seen.size < item.paginas.length}
            onClick={() => run({ id: publication.id, item: item.id, desde: from })}
          >
            {t('partir.enviar')}
          </Button>
        </>
      }
    >
      {refusal !== null && (
        <Alert color="bad" role="alert" mb={16} icon={<IconAlertCircle size={18} />}>
          {refusal}
        </Alert>
      )}
      <Radio.Group
        label={t('partir.pregunta')}
        value={String(from)}
        onChange={(value) => setFrom(Number(value))}
      >
        <div className={`${style.pages} flex wrap gap-12`} data-two={paginas.length === 2 || undefined}>
          {paginas.map((page, at) => {
            const picture = (
              <>
                <Thumbnail
                  call={massive.page}
                  input={{ id: publication.id, item: item.id, pagina: at + 1, ancho: 600 }}
                  pages={1}
                  onSettled={() => setSeen((now) => new Set(now).add(page))}
                />
                <span className="figures">
                  {t('partir.pagina', { pagina: numberText(page) })}
                  {at === 0 && <b> · {t('partir.primerRecibo')}</b>}
                  {at + 1 === from && <b> · {t('partir.segundoRecibo')}</b>}
                </span>
              </>
            )
            return at === 0 ? (
              <div key={page} className={style.pageCard}>
                {picture}
              </div>
            ) : (
              <Radio.Card
                key={page}
                value={String(at + 1)}
                className={style.pageCard ?? ''}
                disabled={busy}
                {...(at === 1 && { 'data-autofocus': true })}
              >
                {picture}
              </Radio.Card>
            )
          })}
        </div>
      </Radio.Group>
      <p className="figures" role="status">
        {t('partir.primero', { paginas: numbers(paginas.slice(0, from - 1)) })}
        {' · '}
        {t('partir.segundo', { paginas: numbers(paginas.slice(from - 1)) })}
      </p>
      <p className="quiet">{t('partir.queda')}</p>
    </Dialog>
  )
}
