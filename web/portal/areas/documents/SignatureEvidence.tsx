import { Alert, Button } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { documents, type DocumentDetail, type DocumentSignature } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { instantText, useErrorText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Fingerprint, VerificationCode } from './DocumentFacts.tsx'
import { PaperPanel } from './PaperPanel.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import style from './DocumentPage.module.css'

/** The present validity of the file's signatures, and the evidence of the selected one. */
export function SignatureEvidence({ document, chosen }: { document: DocumentDetail; chosen: string }) {
  const { t } = useWords(['documents', 'words'])
  const signature = document.firmas.find(({ revision }) => String(revision) === chosen)
  const signs = useMay(publishing.sign.need)
  const waits = chosen === 'company' ? t('evidencia.esperaEmpresa') : t('evidencia.esperaColaborador')
  return (
    <div className={`${style.evidence} column gap-20`}>
      {document.firmas.length > 0 && document.anulado === null && <Check id={document.id} />}
      {signature ? (
        <Evidence signature={signature} code={document.codigo_verificacion} />
      ) : (
        <p className="second">{chosen === '' ? t('evidencia.sinFirmas') : waits}</p>
      )}
      {chosen === 'company' && signs && (
        <Button component={Link} to={paths.publish()} className={style.act ?? ''}>
          {t('evidencia.completar')}
        </Button>
      )}
      <PaperPanel id={document.id} />
    </div>
  )
}

function Check({ id }: { id: number }) {
  const { t } = useWords(['documents', 'words'])
  const { company } = useViewer()
  const errorText = useErrorText()
  const { data, error, dataUpdatedAt } = useCall(documents.check, { id })
  if (error)
    return (
      <Alert color="warn" variant="light" icon={<IconShieldX />}>
        <b>{t('control.error')}</b> {errorText(error)}
      </Alert>
    )
  if (!data || data.veredicto === 'sin_firmas')
    return (
      <Alert color="mut" variant="light" icon={<IconShieldCheck />}>
        <div className={style.checking}>{t('control.comprobando')}</div>
      </Alert>
    )
  const { veredicto, firmas } = data
  const time = instantText(new Date(dataUpdatedAt).toISOString(), company.zona).split(' ')[1] ?? ''
  const words = {
    valido: t('control.validas', { count: firmas.length }),
    sin_aval: t('control.sinAvalTexto'),
    alterado: t('control.alteradoTexto'),
    con_problemas: t('control.problemasTexto'),
  }[veredicto]
  const good = veredicto === 'valido'
  return (
    <Alert
      color={good ? 'ok' : veredicto === 'sin_aval' ? 'warn' : 'bad'}
      variant="light"
      icon={good ? <IconShieldCheck /> : <IconShieldX />}
    >
      <b>{t(`control.${veredicto}`)}</b> {words} {t('control.comprobado', { hora: time })}
    </Alert>
  )
}

/** The signer, how they were identified, their address and device, and the digest of the signed file. */
export function Evidence({ signature, code }: { signature: DocumentSignature; code: string }) {
  const { t } = useWords(['documents', 'words'])
  const { company } = useViewer()
  const { firmante, nombre, cargo, decision, comentario, fecha, metodo, acceso } = signature
  const word = decision && t(`words:estado.${decision}`)
  return (
    <>
      <h2>{t(`evidencia.${firmante}`)}</h2>
      <Facts
        of={[
          ...(word
            ? ([
                [
                  t('evidencia.decision'),
                  <b key="decision">
                    {comentario ? word : t('evidencia.sinComentario', { decision: word })}
                  </b>,
                ],
              ] as const)
            : ([[t('evidencia.firmante'), [nombre, cargo].filter(Boolean).join(', ')]] as const)),
          ...(comentario ? [[t('evidencia.comentario'), quoted(comentario)] as const] : []),
          [
            t('evidencia.fecha'),
            <span key="fecha" className="figures">
              {instantText(fecha, company.zona, true)}{' '}
              <span className="quiet">{zoneText(fecha, company.zona)}</span>
            </span>,
          ],
          [t('evidencia.identificacion'), t(`evidencia.metodo.${metodo}`)],
          ...(acceso
            ? [
                [
                  t('evidencia.cuenta'),
                  [
                    t(`evidencia.acceso.${acceso.clase}`, {
                      quien: acceso.por ?? t('evidencia.nadie'),
                      cuando: instantText(acceso.fecha, company.zona),
                    }),
                    ...(acceso.abierta
                      ? [
                          t(`evidencia.abierta.${acceso.abierta}`, {
                            quien: acceso.abierta_por ?? t('evidencia.nadie'),
                          }),
                        ]
                      : []),
                  ].join('. '),
                ] as const,
              ]
            : []),
          ...(signature.dispositivo ? [[t('evidencia.dispositivo'), signature.dispositivo] as const] : []),
          ...(signature.direccion
            ? [
                [
                  t('evidencia.direccion'),
                  <span key="direccion" className="figures">
                    {signature.direccion}
                  </span>,
                ] as const,
              ]
            : []),
          [t('evidencia.formato'), `PAdES ${signature.nivel}, ${signature.algoritmo}`],
          [
            t('evidencia.certificado'),
            <span key="serie" className={style.fingerprint}>
              {signature.serie}
            </span>,
          ],
          [t('evidencia.huella'), <Fingerprint key="huella" of={signature.huella} />],
          [t('dato.codigo'), <VerificationCode key="codigo" of={code} />],
        ]}
      />
    </>
  )
}
