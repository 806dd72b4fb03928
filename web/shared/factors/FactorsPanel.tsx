import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import { security, type Factor, type OwnFactors } from '#contract/security/security.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { fill } from '#web/shared/texts/fill-template.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import style from './factors.module.css'
import { Push } from './Push.tsx'
import { Wrong } from './Wrong.tsx'
import { factorWords, type FactorWords } from './words.ts'

const AddFactor = lazy(() => import('./AddFactor.tsx').then((it) => ({ default: it.AddFactor })))
const ProveFactor = lazy(() => import('./ProveFactor.tsx').then((it) => ({ default: it.ProveFactor })))
const RecoveryCodes = lazy(() => import('./RecoveryCodes.tsx').then((it) => ({ default: it.RecoveryCodes })))

/** The current operation, and the proof it requires first. */
type Doing =
  | { at: 'add'; step: string | null }
  | { at: 'remove'; factor: Factor }
  | { at: 'codes'; codes: string[] }
  | { at: 'prove'; go: () => void }

interface Props {
  zone: string
  /** Replaces the title, where the page is about other people's factors as well. */
  title?: string
  /** Replaces the text for somebody without a factor. */
  none?: string
}

/** One's own second factors: what there is, another one, new recovery codes, taking one away. */
export function FactorsPanel(props: Props) {
  return (
    <Suspense fallback={<Waiting title={props.title} />}>
      <Panel {...props} />
    </Suspense>
  )
}

function Panel({ zone, title, none }: Props) {
  const words = use(factorWords())
  const queries = useQueryClient()
  const { data: own, error: failed } = useCall(security.factors, {})
  const [doing, setDoing] = useState<Doing | null>(null)
  const [error, setError] = useState<unknown>(null)
  const close = () => setDoing(null)
  const refresh = () => queries.invalidateQueries({ queryKey: [security.factors.path] })
  /** Does something that needs a proof of the last minutes; where that lacks, proves first and then does it. */
  const proved = async (act: () => Promise<void>) => {
    setError(null)
    try {
      await act()
    } catch (reason) {
      if (!isRefusedWith(reason, 'MFA_PROOF_REQUIRED')) return setError(reason)
      setDoing({ at: 'prove', go: () => void proved(act) })
    }
  }
  const add = (known: OwnFactors) => {
    setError(null)
    if (known.factores.length === 0 || known.probado) return setDoing({ at: 'add', step: null })
    setDoing({ at: 'prove', go: () => void refresh().then(() => setDoing({ at: 'add', step: null })) })
  }
  const remove = (factor: Factor) =>
    proved(async () => {
      await call(security.remove, { id: factor.id })
      close()
      await refresh()
    })
  const renew = () =>
    proved(async () => {
      const { codigos } = await call(security.recovery, {})
      setDoing({ at: 'codes', codes: codigos })
      await refresh()
    })
  if (!own)
    return (
      <>
        {!failed && <Waiting title={title ?? words.titulo} />}
        <Wrong error={failed} words={words} />
      </>
    )
  return (
    <section aria-label={title ?? words.titulo}>
      <div className={style.head}>
        <h2>{title ?? words.titulo}</h2>
        <Push onClick={() => add(own)}>{own.factores.length === 0 ? words.agregar : words.agregarOtro}…</Push>
      </div>
      <ul className={style.rows}>
        {own.factores.map((factor) => (
          <li key={factor.id}>
            <div>
              <div>{nameOf(factor, words)}</div>
              <div className="second">
                {fill(words.desde, { fecha: dateText(factor.desde, zone) })} ·{' '}
                {factor.usado ? fill(words.usado, { fecha: dateText(factor.usado, zone) }) : words.sinUsar}
              </div>
            </div>
            <Push
              onClick={() => setDoing({ at: 'remove', factor })}
              aria-label={`${words.quitar}: ${nameOf(factor, words)}`}
            >
              {words.quitar}…
            </Push>
          </li>
        ))}
        {own.factores.length === 0 && (
          <li>
            <div>
              <div>{none ?? words.ninguno}</div>
              <div className="second">{words.texto}</div>
            </div>
          </li>
        )}
        {own.factores.length > 0 && (
          <li>
            <div>
              <div>{words.recuperacion}</div>
              <div className="second">{fill(words.quedan, { quedan: own.recuperacion })}</div>
            </div>
            <Push onClick={() => void renew()}>{words.renovar}</Push>
          </li>
        )}
      </ul>
      {own.exigido && (
        <p className="second">
          {own.desde ? fill(words.exigido, { fecha: dateText(own.desde, zone) }) : words.exigidoYa}
        </p>
      )}
      {!doing && <Wrong error={error} words={words} />}
      {doing && (
        <Dialog opened onClose={close} title={titleOf(doing, words)} locked={showsCodes(doing, words)}>
          <div className={`modal-text ${style.modal}`}>
            <Suspense fallback={<p>{words.cargando}</p>}>
              {doing.at === 'add' && (
                <AddFactor
                  words={words}
                  own={own}
                  onDone={() => void refresh().then(close)}
                  onStep={(step) => setDoing({ at: 'add', step })}
                />
              )}
              {doing.at === 'prove' && (
                <div className={style.flow}>
                  <p>{words.probarCambio}</p>
                  <ProveFactor words={words} own={own} onProved={() => doing.go()} />
                </div>
              )}
              {doing.at === 'codes' && <RecoveryCodes words={words} codes={doing.codes} onSaved={close} />}
              {doing.at === 'remove' && (
                <div className={style.flow}>
                  <p>{fill(words.quitarTexto, { nombre: nameOf(doing.factor, words) })}</p>
                  {own.factores.length === 1 && <p>{words.quitarUltimo}</p>}
                  <Wrong error={error} words={words} />
                  <div className={style.acts}>
                    <Push onClick={close}>{words.cancelar}</Push>
                    <Push kind="danger" onClick={() => void remove(doing.factor)}>
                      {words.quitar}
                    </Push>
                  </div>
                </div>
              )}
            </Suspense>
          </div>
        </Dialog>
      )}
    </section>
  )
}

/** Keeps the panel's place, so that nothing below it moves. */
function Waiting({ title }: { title: string | undefined }) {
  return (
    <div aria-busy>
      <div className={style.head}>{title && <h2>{title}</h2>}</div>
      <div className={style.waiting} />
    </div>
  )
}

function nameOf({ tipo, nombre }: Factor, words: FactorWords): string {
  return nombre ? `${words.tipo[tipo]}: ${nombre}` : words.tipo[tipo]
}

function titleOf(doing: Doing, words: FactorWords): string {
  if (doing.at === 'add') return doing.step ?? words.elegir
  return { remove: words.quitarTitulo, codes: words.codigosTitulo, prove: words.probar }[doing.at]
}

/** Codes that are shown once: nobody closes them by the way. */
function showsCodes(doing: Doing, words: FactorWords): boolean {
  return titleOf(doing, words) === words.codigosTitulo
}
