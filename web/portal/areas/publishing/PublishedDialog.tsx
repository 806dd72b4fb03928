import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import type { Published } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { monthText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Props {
  published: Published | null
  onAnother: () => void
  onLeave: () => void
}

/** Confirms the publication and offers another of the same type and month. */
export function PublishedDialog({ published, onAnother, onLeave }: Props) {
  const { t } = useWords('publishing')
  const maySee = useMay(documents.detail.need)
  return (
    <Dialog
      opened={published !== null}
      onClose={onAnother}
      title={t(
        published?.espera_aprobacion
          ? 'hecho.espera'
          : published?.firmado_por_empresa
            ? 'hecho.firmado'
            : 'hecho.titulo',
      )}
    >
      {published && (
        <>
          <div className="modal-text">
            <p className="row gap-8">
              <IconCircleCheck size={20} color="var(--ok)" aria-hidden />
              <span>
                <b>{published.colaborador.nombre}</b> · <TaxId value={published.colaborador.cuil} />
              </span>
            </p>
            {published.espera_aprobacion && <p>{t('hecho.esperaTexto')}</p>}
            <Facts
              of={[
                [t('hecho.tipo'), published.tipo.nombre],
                ...(published.periodo ? ([[t('hecho.periodo'), monthText(published.periodo)]] as const) : []),
                [t('hecho.firma'), t(published.espera_firma ? 'hecho.pedida' : 'hecho.noPedida')],
                [t('hecho.aviso'), t(`hecho.${published.correo}`)],
                [t('hecho.codigo'), published.codigo_verificacion.match(/.{1,4}/g)?.join('-')],
              ]}
            />
          </div>
          <div className="modal-foot">
            <Button variant="subtle" onClick={onLeave}>
              {t('hecho.salir')}
            </Button>
            {maySee && (
              <Button component={Link} to={paths.document(published.id)}>
                {t('hecho.ver')}
              </Button>
            )}
            <Button variant="filled" onClick={onAnother} data-autofocus>
              {t('hecho.otro')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
