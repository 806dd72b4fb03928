import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AnswerOf, Call, InputOf, RefusalBody } from '#contract/call.ts'
import { fromText } from '#contract/from-text.ts'
import { issuesToErrors } from '#contract/issues.ts'
import { call } from '../calls/call.ts'
import { isRefusedWith } from '../calls/refused.ts'
import { RefusalError } from '../calls/wire.ts'
import { type Proof, useProof } from '../session/useProof.ts'
import { useWords } from '../texts/useWords.ts'

type Name<C extends Call> = keyof InputOf<C> & string
type Values<C extends Call> = { [K in Name<C>]?: unknown }

/** A form that makes one call: its values, what is wrong with them, and the sending. */
export interface Form<C extends Call = Call> {
  call: C
  id: string
  values: Values<C>
  set: (name: Name<C>, value: unknown) => void
  file: File | null
  setFile: (file: File | null) => void
  /** The second file of a call that takes one. */
  beside: File | null
  setBeside: (file: File | null) => void
  /** The text of what is wrong, by field. */
  errors: Record<string, string>
  required: (name: string) => boolean
  /** The fields' labels by name, which the summary links with. */
  labels: Map<string, string>
  submit: () => Promise<void>
  /** Whether it could be sent; else shows what is wrong, with what the screen itself found (a text a field). */
  check: (found?: Record<string, string>) => boolean
  busy: boolean
  /** Progress of a running upload, 0 to 1. */
  progress: number | null
  /** A refusal that concerns no single field. */
  refusal: unknown
  /** Doubts to confirm before the same call is accepted. */
  toConfirm: RefusalBody['errors']
  confirm: () => Promise<void>
  giveUp: () => void
  dirty: boolean
  /** Callbacks after the input was saved, or discarded on leaving. */
  settled: Set<() => void>
  /** How often sending was tried and failed: the summary takes the focus when it grows. */
  failures: number
  /** The step-up that the call needs, where a dialog asks for it among its fields. */
  proof: Proof
  /** Sets the act in the words of its button. */
  setAct: (act: string) => void
}

interface Options<C extends Call> {
  initial?: Partial<InputOf<C>>
  onDone: (answer: AnswerOf<C>) => void | Promise<void>
}

/**
 * A form of a call of the contract. It validates with the call's own schema, so that browser and server refuse the same
 * input with the same words; the server's faults are shown at the fields that they name.
 */
export function useForm<C extends Call>(c: C, { initial = {}, onDone }: Options<C>): Form<C> {
  const { t } = useWords(['errors', 'country'])
  const id = useId()
  const [values, setValues] = useState<Values<C>>(initial)
  const [file, setFile] = useState<File | null>(null)
  const [beside, setBeside] = useState<File | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [toConfirm, setToConfirm] = useState<RefusalBody['errors']>([])
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [dirty, setDirty] = useState(false)
  const [failures, setFailures] = useState(0)
  const labels = useRef(new Map<string, string>()).current
  const settled = useRef(new Set<() => void>()).current
  const key = useRef(crypto.randomUUID())
  const confirmed = useRef<string[]>([])
  const proof = useProof(c.stepUp)
  const act = useRef<string>(undefined)

  /** Something changed: it is another act now, for the server as well. */
  const changed = (name: string) => {
    setDirty(true)
    key.current = crypto.randomUUID()
    confirmed.current = []
    setToConfirm([])
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }
  const fail = (found: Record<string, string>, rest: unknown) => {
    setErrors(found)
    setRefusal(rest)
    setFailures((count) => count + 1)
  }

  const check = (more: Record<string, string> = {}) => {
    const parsed = c.input.safeParse(fromText(c.input, presentOf(c, values)), { reportInput: true })
    const found = { ...more }
    if (!parsed.success)
      for (const { code, field, params } of issuesToErrors(parsed.error))
        found[field] ??= t(code, { cuil: t('country:cuil'), dni: t('country:dni'), ...params })
    if (c.upload?.required && !file) found[c.upload.field] = t('SYSTEM_API_PARAMETER_REQUIRED')
    if (c.upload?.beside?.required && !beside)
      found[c.upload.beside.field] = t('SYSTEM_API_PARAMETER_REQUIRED')
    if (Object.keys(found).length === 0) return true
    fail(found, null)
    return false
  }
  const submit = async () => {
    if (!check()) return
    const present = presentOf(c, values)
    setBusy(true)
    try {
      const ticket = await proof.take()
      if (ticket === undefined) return
      const answer = await call(c, present as InputOf<C>, {
        idempotencyKey: key.current,
        act: act.current,
        ...(proof.isInPlace() && { ticket }),
        ...(confirmed.current.length && { confirm: confirmed.current }),
        ...(file && { file, onProgress: setProgress }),
        ...(beside && { beside }),
      })
      // At once: what follows may lead away, and nothing is unsaved any more.
      flushSync(() => {
        setDirty(false)
        setErrors({})
        setRefusal(null)
      })
      for (const settle of settled) settle()
      await onDone(answer)
    } catch (error) {
      const named = error instanceof RefusalError ? error.errors : []
      if (isRefusedWith(error, 'CONFIRMATION_REQUIRED')) return setToConfirm(named)
      if (isRefusedWith(error, 'STEP_UP_REQUIRED') && proof.isInPlace()) return proof.ask()
      const known = named.filter(({ field }) => field && labels.has(field))
      fail(
        Object.fromEntries(known.map(({ field, message }) => [field, message])),
        known.length && known.length === named.length ? null : error,
      )
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }

  return {
    call: c,
    id,
    values,
    set: (name, value) => {
      changed(name)
      setValues((before) => ({ ...before, [name]: value }))
    },
    file,
    setFile: (chosen) => {
      changed(c.upload?.field ?? '')
      setFile(chosen)
    },
    beside,
    setBeside: (chosen) => {
      changed(c.upload?.beside?.field ?? '')
      setBeside(chosen)
    },
    errors,
    required: (name) => {
      if (name === c.upload?.field) return c.upload.required
      if (name === c.upload?.beside?.field) return c.upload.beside.required
      return c.input.shape[name]?.safeParse(undefined).success === false
    },
    labels,
    submit,
    check,
    busy,
    progress,
    refusal,
    toConfirm,
    confirm: () => {
      confirmed.current = [...confirmed.current, ...toConfirm.map(({ code }) => code)]
      setToConfirm([])
      return submit()
    },
    giveUp: () => setToConfirm([]),
    dirty,
    settled,
    failures,
    proof,
    setAct: (words) => {
      act.current = words
    },
  }
}

/** The values to send: an empty field is omitted where it is optional, and sent empty where that clears it. */
function presentOf<C extends Call>(c: C, values: Values<C>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (value === undefined) return false
      if (value !== '' && value !== null) return true
      const rule = c.input.shape[name]
      return !rule?.safeParse(undefined).success || rule.safeParse(null).success
    }),
  )
}
