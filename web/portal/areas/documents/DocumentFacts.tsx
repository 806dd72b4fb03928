import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { DocumentDetail } from '#contract/documents/documents.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText, monthText, numberText, sizeText } from '#web/shared/texts/texts.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { nameOf } from './signers.ts'
import style from './DocumentPage.module.css'

interface Props {
  document: DocumentDetail
}

/** The file: name, origin, size, fingerprint. */
export function FileFacts({ document }: Props) {
  const { t } = useWords(['documents', 'words', 'country', 'documents-acts'])
  const { company } = useViewer()
  const { archivo, origen, creado, creado_por, id, paginas, tamano, revision, huella } = document
  return (
    <Facts
      of={[
        [t('dato.nombreArchivo'), archivo],
        [t('dato.origen'), t(`dato.origenes.${origen}`)],
        [
          t('dato.cargado'),
          <span key="creado" className="figures">
            {instantText(creado, company.zona)}
          </span>,
        ],
        [t('dato.cargadoPor'), creado_por],
        [
          t('dato.numero'),
          <span key="id" className={`figures ${style.with}`}>
            {id}
            <CopyButton value={String(id)} label={t('documents-acts:copiarNumero')} />
          </span>,
        ],
        [t('dato.paginas'), numberText(paginas)],
        [t('dato.tamano'), sizeText(tamano)],
        [
          t('dato.revision'),
          revision === 1 ? t('dato.revisiones.1') : t('dato.revisiones.otras', { n: revision }),
        ],
        [t('dato.huella'), <Fingerprint key="huella" of={huella} />],
      ]}
    />
  )
}

/** The document: type, period, where it was published to, what became of it. */
export function DataFacts({ document }: Props) {
  const { t } = useWords(['documents', 'words', 'country', 'documents-acts'])
  const { company } = useViewer()
  const { periodo, publicado, vence, anulado, anulado_por, motivo_anulacion } = document
  const instant = (at: string) => <span className="figures">{instantText(at, company.zona)}</span>
  return (
    <Facts
      of={[
        [t('dato.tipo'), nameOf(document)],
        [t('dato.carpeta'), document.carpeta],
        [t('dato.periodo'), periodo ? monthText(periodo) : t('dato.sinPeriodo')],
        [t('dato.empleador'), document.empleador ?? '–'],
        [t('dato.sector'), document.sector ?? '–'],
        [t('dato.locacion'), document.locacion ?? '–'],
        [t('dato.cargo'), document.cargo ?? '–'],
        [t('dato.publicado'), publicado ? instant(publicado) : t('dato.sinPublicar')],
        ...(vence ? [[t('dato.vence'), dateText(vence)] as const] : []),
        [t('dato.estado'), t(`words:estadoFicha.${document.estado}`)],
        ...(anulado
          ? ([
              [t('dato.anulado'), instant(anulado)],
              [t('dato.anuladoPor'), anulado_por ?? '–'],
              [t('anulado.motivo'), motivo_anulacion ?? '–'],
            ] as const)
          : []),
        ...(document.reemplaza
          ? [
              [
                t('documents-acts:enlace.reemplaza'),
                <Other key="reemplaza" id={document.reemplaza} />,
              ] as const,
            ]
          : []),
        ...(document.reemplazado_por
          ? [
              [
                t('documents-acts:enlace.reemplazadoPor'),
                <Other key="reemplazado" id={document.reemplazado_por} />,
              ] as const,
            ]
          : []),
        [t('dato.codigo'), <VerificationCode key="codigo" of={document.codigo_verificacion} />],
      ]}
    />
  )
}

function Other({ id }: { id: number }) {
  return (
    <Link to={paths.document(id)} className="figures">
      {id}
    </Link>
  )
}

/** The document's employee, as their record is today. */
export function EmployeeFacts({ document }: Props) {
  const { t } = useWords(['documents', 'words', 'country', 'documents-acts'])
  const opens = useMay([actions.employees])
  const { colaborador, id_colaborador, cuil, dni, numero_legajo, estado_colaborador } = document
  return (
    <>
      <Facts
        of={[
          [
            t('dato.nombre'),
            opens ? (
              <Link key="nombre" to={paths.employee(id_colaborador)}>
                {colaborador}
              </Link>
            ) : (
              colaborador
            ),
          ],
          [t('country:cuil'), <TaxId key="cuil" value={cuil} />],
          [
            t('country:dni'),
            <span key="dni" className="figures">
              {dni}
            </span>,
          ],
          [
            t('dato.legajo'),
            <span key="legajo" className="figures">
              {numero_legajo}
            </span>,
          ],
          [t('dato.estadoColaborador'), t(`dato.situaciones.${estado_colaborador}`)],
          [t('dato.sectorActual'), document.sector_actual ?? '–'],
          [t('dato.locacionActual'), document.locacion_actual ?? '–'],
        ]}
      />
      {opens && (
        <Button component={Link} to={paths.employee(id_colaborador)} className={style.record ?? ''}>
          {t('dato.abrirLegajo')}
        </Button>
      )}
    </>
  )
}

/** A SHA-256 by its first and last digits; all of it can be copied. */
export function Fingerprint({ of }: { of: string }) {
  const { t } = useWords(['documents', 'words', 'country', 'documents-acts'])
  const groups = of.match(/.{4}/g) ?? []
  return (
    <span className={style.with}>
      <span className={style.fingerprint} title={of}>
        {groups.slice(0, 3).join(' ')} … {groups.slice(-2).join(' ')}
      </span>
      <CopyButton value={of} label={t('dato.copiarHuella')} />
    </span>
  )
}

/** The code that leads to the verification, in groups of four as it is printed. */
export function VerificationCode({ of }: { of: string }) {
  const { t } = useWords(['documents', 'words', 'country', 'documents-acts'])
  const printed = (of.match(/.{4}/g) ?? []).join('-')
  return (
    <span className={style.with}>
      <b>
        <TaxId value={printed} />
      </b>
      <CopyButton value={printed} label={t('dato.copiarCodigo')} />
    </span>
  )
}
