import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { billboard, longestBody, longestMessage, longestTitle, type Post } from '#contract/billboard.ts'
import { addressOf, videoOf } from '#contract/billboard-video.ts'
import { documentFault, plainTextOf, type RichDocument } from '#contract/rich-text.ts'
import type { InputOf } from '#contract/call.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { PostCard } from '#web/shared/billboard/PostCard.tsx'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { CheckField, TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { RichTextField } from '#web/shared/rich-text/RichTextField.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PlacesField } from './PlacesField.tsx'
import { PostFiles } from './PostFiles.tsx'
import { usePhaseText } from './usePhaseText.ts'
import { usePicture } from './usePostFile.ts'
import style from './billboard.module.css'

type Written = InputOf<typeof billboard.create>

/** A new post, a copy of another, or one that is written anew, beside what its readers will see. */
export function PostPage() {
  const { t } = useWords('billboard')
  const id = Number(useParams()['id']) || undefined
  const copied = Number(useSearchParams()[0].get('copia')) || undefined
  const from = id ?? copied
  const { data, error, refetch } = useCall(billboard.one, { id: from ?? 0 }, { enabled: from !== undefined })
  if (error) return <ErrorState error={error} title={t('form.error')} onRetry={() => void refetch()} />
  if (from !== undefined && !data) return <Skeleton height={320} />
  return <PostForm key={from ?? 0} post={id === undefined ? undefined : data} from={data} />
}

interface FormProps {
  /** The post that is written anew. */
  post: Post | undefined
  /** That one, or one that is copied without its days, picture and files. */
  from: Post | undefined
}

function PostForm({ post, from }: FormProps) {
  const { t } = useWords('billboard')
  const { t: refused } = useWords('errors')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const [pictures, setPictures] = useState(0)
  const form = useForm<typeof billboard.create>(billboard.create, {
    initial: from
      ? { ...writtenOf(from), ...(!post && { desde: null, hasta: null }) }
      : { todos_los_sectores: true, todas_las_locaciones: true },
    onDone: () => undefined,
  })
  const values = form.values as Written
  const text = (values.texto ?? null) as RichDocument | null
  const fault = documentFault(text ?? { type: 'doc' }, { variables: null, links: true, letters: longestBody })
  const isEmpty = fault?.code === 'SYSTEM_API_PARAMETER_REQUIRED'
  const saysNothing = isEmpty && !post?.imagen && !values.video
  const [tried, setTried] = useState(false)
  const published = post !== undefined && post.momento !== 'borrador'
  const chosen = {
    todos_los_sectores: values.todos_los_sectores === true,
    sectores: values.sectores ?? [],
    todas_las_locaciones: values.todas_las_locaciones === true,
    locaciones: values.locaciones ?? [],
  }
  const audience = useCall(billboard.audience, chosen)
  const mailed = audience.data?.con_correo ?? 0
  /** For whom it is, once they are counted. */
  const effect = audience.data && (
    <>
      <b>{t('form.veran', { count: audience.data.personas, cuantas: numberText(audience.data.personas) })}</b>{' '}
      {!post?.avisado &&
        values.notificar &&
        t('form.correos', { count: mailed, cuantos: numberText(mailed) })}
    </>
  )
  const letters = (text: string | undefined, most: number) => (
    <span className={`${style.letters} figures`}>
      {t('form.letras', { escritas: numberText((text ?? '').length), maximo: numberText(most) })}
    </span>
  )
  const leave = async (to: string) => {
    flushSync(() => setMoving(true))
    await navigate(to)
  }
  const write = (publicar: boolean) => {
    const input = { ...cleaned(values), publicar }
    return post ? call(billboard.save, { id: post.id, ...input }) : call(billboard.create, input)
  }
  /** The post's id; a new one is kept as a draft first. */
  const ensureDraft = async () => post?.id ?? (await write(false)).id
  /** A draft may lack everything; a post that is shown may not. */
  const ask = () => {
    setTried(true)
    const required = refused('SYSTEM_API_PARAMETER_REQUIRED')
    const lacking = obligatory.filter((name) => !values[name]).map((name) => [name, required])
    if (saysNothing) lacking.push(['texto', refused('POST_EMPTY')])
    if (form.check(Object.fromEntries(lacking))) setAsking(true)
  }
  const draft = useAct<null, Post>(() => write(false), {
    refresh: [billboard.list, billboard.one],
    done: t('form.quedoBorrador'),
    onDone: () => leave(paths.billboard()),
  })
  /** A picture or a video may take the place of a text that was missed. */
  const forgetText = () => form.errors['texto'] && form.set('texto', values.texto)
  const fields: typeof form = {
    ...form,
    set: (name, value) => {
      form.set(name, value)
      if (name === 'video') forgetText()
    },
    required: (name: string) => obligatory.some((one) => one === name) || form.required(name),
  }
  form.labels.set('texto', t('form.texto'))
  const phaseText = usePhaseText()
  const about =
    published &&
    [
      phaseText(post),
      post.pide_leido &&
        t('form.leyeron', { leyeron: numberText(post.leyeron), personas: numberText(post.personas) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const picture = usePicture(post, pictures)
  const isBlank = !values.titulo && saysNothing && !post?.archivos.length
  const saveDraft = !published && (
    <Button
      variant={phone ? 'default' : 'subtle'}
      className={style.draft ?? ''}
      loading={draft.busy}
      onClick={() => draft.run(null)}
    >
      {t('form.borrador')}
    </Button>
  )
  const preview = (
    <section className={`${style.desk} column gap-12`} aria-labelledby={`${form.id}-vista`}>
      <h2 id={`${form.id}-vista`}>{t('form.asiSeVe')}</h2>
      {isBlank ? (
        <p className="second">{t('form.vistaVacia')}</p>
      ) : (
        <PostCard
          titulo={values.titulo ?? ''}
          texto={text}
          video={videoOf(values.video ?? '')}
          imagen={post?.imagen ?? false}
          picture={picture}
          archivos={post?.archivos ?? []}
        >
          {values.pide_leido && <p className="second">{t('leido.registra')}</p>}
        </PostCard>
      )}
    </section>
  )
  return (
    <FormPage
      title={t(post ? 'form.editar' : 'form.nueva')}
      about={about || undefined}
      back={{ to: paths.billboard(), label: t('titulo') }}
      desk={phone ? undefined : preview}
    >
      <FormShell
        form={{ ...fields, dirty: form.dirty && !moving }}
        loading={false}
        error={null}
        submit={t(published ? 'form.alGuardar' : 'form.alPublicar')}
        foot={
          phone || !saveDraft ? (
            effect
          ) : (
            <span className="row apart gap-8">
              <span>{effect}</span>
              {saveDraft}
            </span>
          )
        }
        onAsk={ask}
        onCancel={() => void navigate(paths.billboard())}
      >
        <TextField
          form={fields}
          name="titulo"
          label={t('form.titulo')}
          help={letters(values.titulo, longestTitle)}
        />
        <RichTextField
          id={`${form.id}-texto`}
          label={t('form.texto')}
          help={
            <span className="row apart gap-8">
              {t('form.alMenos')}
              {letters(plainTextOf(text?.content ?? []).trim(), longestBody)}
            </span>
          }
          value={text ?? { type: 'doc' }}
          fault={isEmpty ? (tried && saysNothing ? { code: 'POST_EMPTY' } : undefined) : (fault ?? undefined)}
          links
          onChange={(document) => form.set('texto', { ...document })}
        />
        <TextField form={fields} name="video" label={t('form.video')} help={t('form.videoAyuda')} />
        <PostFiles
          post={post}
          ensureDraft={ensureDraft}
          onChanged={async (id) => {
            setPictures(pictures + 1)
            forgetText()
            await refresh(billboard.list, billboard.one)
            if (!post) await leave(paths.post(id))
          }}
        />
        <FieldGrid>
          <DateField form={fields} name="desde" label={t('form.desde')} />
          <DateField form={fields} name="hasta" label={t('form.hasta')} />
        </FieldGrid>
        <PlacesField
          form={form}
          all="todos_los_sectores"
          some="sectores"
          offered={audience.data?.sectores ?? []}
          known={from?.sectores ?? []}
        />
        <PlacesField
          form={form}
          all="todas_las_locaciones"
          some="locaciones"
          offered={audience.data?.locaciones ?? []}
          known={from?.locaciones ?? []}
        />
        <CheckField
          form={form}
          name="notificar"
          label={t('form.notificar')}
          help={t(post?.avisado ? 'form.yaAvisado' : 'form.notificarAyuda')}
        />
        {values.notificar && (
          <TextField
            form={form}
            name="mensaje"
            label={t('form.mensaje')}
            help={letters(values.mensaje, longestMessage)}
          />
        )}
        <CheckField
          form={form}
          name="pide_leido"
          label={t('form.pideLeido')}
          help={t('form.pideLeidoAyuda')}
        />
        {phone && preview}
        {phone && saveDraft}
      </FormShell>
      {asking && (
        <ConfirmDialog
          title={t(published ? 'form.guardarTitulo' : 'form.publicarTitulo')}
          submit={t(published ? 'form.guardar' : 'form.publicar')}
          act={() => write(true)}
          shut={audience.isPending}
          refresh={[billboard.list, billboard.one]}
          onClose={() => setAsking(false)}
          done={t(published ? 'form.guardada' : 'form.publicada')}
          onDone={() => leave(paths.billboard())}
        >
          {effect ? <p>{effect}</p> : audience.isPending && <Skeleton height={20} />}
        </ConfirmDialog>
      )}
    </FormPage>
  )
}

/** Fields without which nothing is published. */
const obligatory = ['titulo', 'desde', 'hasta'] as const

/** A post as the form writes it. */
function writtenOf(post: Post): Written {
  const { titulo, mensaje, texto, desde, hasta, notificar, pide_leido } = post
  return {
    titulo,
    mensaje,
    texto: texto && { ...texto },
    video: post.video ? addressOf(post.video) : '',
    desde,
    hasta,
    todos_los_sectores: post.todos_los_sectores,
    sectores: post.sectores.map(({ id }) => id),
    todas_las_locaciones: post.todas_las_locaciones,
    locaciones: post.locaciones.map(({ id }) => id),
    notificar,
    pide_leido,
  }
}

/** Days that were emptied are none. */
function cleaned(values: Written): Written {
  return { ...values, desde: values.desde || null, hasta: values.hasta || null }
}
