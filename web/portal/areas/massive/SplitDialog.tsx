import { Alert, Button, Radio } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { useAskAgain, useDecided } from './useItems.ts'
import style from './Preview.module.css'

interface Props {
  publication: MassivePublication
  item: MassiveItem
  onClose: () => void
}

/** Two receipts of one: where the second begins, with its pages to be seen. */
export function SplitDialog({ publication, item, onClose }: Props) {
  const { t } = useTranslation(['massive', 'words'])
  const errorText = useErrorText()
  const decided = useDecided()
  const askAgain = useAskAgain(publication.id)
  const [from, setFrom] = useState(2)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const { paginas } = item
  const numbers = (of: readonly number[]) => of.map((page) => numberText(page)).join(', ')
  const split = async () => {
    setBusy(true)
    try {
      decided(await call(massive.split, { id: publication.id, item: item.id, desde: from }))
      await askAgain()
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('partir.titulo')} size="48rem" locked={busy}>
      <div className="modal-text">
        {refused !== null && (
          <Alert color="bad" role="alert" mb={16} icon={<IconAlertCircle size={18} />}>
            {errorText(refused)}
          </Alert>
        )}
        <Radio.Group
          label={t('partir.pregunta')}
          value={String(from)}
          onChange={(value) => setFrom(Number(value))}
        >
          <div className={style.pages}>
            {paginas.map((page, at) => {
              const picture = (
                <>
                  <Thumbnail
                    call={massive.page}
                    input={{ id: publication.id, item: item.id, pagina: at + 1, ancho: 240 }}
                    pages={1}
                  />
                  <span className="figures">{t('partir.pagina', { pagina: numberText(page) })}</span>
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
      </div>
      <div className="modal-foot">
        <Button disabled={busy} onClick={onClose}>
          {t('words:accion.volver')}
        </Button>
        <Button variant="filled" loading={busy} onClick={() => void split()}>
          {t('partir.enviar')}
        </Button>
      </div>
    </Dialog>
  )
}
