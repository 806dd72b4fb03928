import { z } from 'zod'
import { call } from '../call.ts'
import { colour, id } from '../fields.ts'
import { readable } from '../palette.ts'
import { logoVersion } from './logo-version.ts'

/** Pictures beside the sign-in form; `ninguna` shows none. */
export const signInPictures = ['recibo', 'legajo', 'calendario', 'ninguna'] as const
export type SignInPicture = (typeof signInPictures)[number]

/**
 * Words that strangers are shown as the company's own: no markup, and nothing to go or to write to, since a
 * password is soon given away at an address that a sign-in page names. Written with other signs for the same
 * letters it is the same.
 */
const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(most, `at most ${most} characters`)
    .regex(/^\P{C}*$/u, 'one line, without invisible signs')
    .refine((text) => !/[<>]/.test(text.normalize('NFKC')), 'no markup: neither < nor >')
    .refine((text) => !namesAddress(text.normalize('NFKC')), 'no addresses of pages, hosts or mails')

/** Abbreviations like RR.HH. or S.A. are none. */
function namesAddress(text: string): boolean {
  return (
    /@|:\/\/|[\p{L}\d]\.\p{Ll}{2,}|\d{1,3}(\.\d{1,3}){3}/u.test(text) ||
    /\bwww\.|\.(com|net|org|info|app)\b/iu.test(text)
  )
}

/** A picture, words and colours are each the product's own where the company has none. */
export const signInPage = z
  .strictObject({
    textos: z
      .strictObject({
        es: signInWords().optional(),
        pt: signInWords().optional(),
      })
      .optional(),
    colores: z
      .strictObject({
        /** Buttons, links and the picture's ink, where it isn't to be the company's. */
        primario: colour
          .refine(
            (hex) => !colour.safeParse(hex).success || readable(hex).readable,
            'no text can be read on it',
          )
          .optional(),
        /** Behind the picture; darkened where the device is dark. */
        fondo: colour.optional(),
      })
      .optional(),
    imagen: z.enum(signInPictures).optional(),
  })
  .refine((page) => Object.keys(page).length > 0, 'is empty')
export type SignInPage = z.infer<typeof signInPage>

/** The company's texts in one language. */
function signInWords() {
  return z.strictObject({
    titulo: words(60).optional(),
    subtitulo: words(120).optional(),
    /** On the button that sends user and password. */
    boton: words(30).optional(),
    /** Help for people without an account or who cannot sign in. */
    ayuda: words(300).optional(),
    pie: words(120).optional(),
  })
}

/** In a file of its own, so that pages of signed-in people don't load it. */
export const companySignIn = {
  loginCustom: call({
    method: 'GET',
    path: '/content/login/{company}',
    need: 'public',
    summary: 'What the company’s own sign-in page shows.',
    input: z.object({ company: z.string().min(3).max(40) }),
    bare: true,
    ratePerMinute: 120,
    answer: z.object({
      loginCustom: z.object({
        nombre: z.string(),
        id,
        /** The country: the page uses its words and names its ids. */
        pais: z.string(),
        colores: z.object({ primario: colour }),
        logo: logoVersion,
        /** The company's own words, picture and colours there; null where it has none. */
        pagina: signInPage.nullable(),
        admin: z.object({
          sso: z.object({
            showButton: z.boolean(),
            /** The button's label, where the company chose one. */
            texto: z.string().nullable(),
            /** Nothing else opens here. */
            unico: z.boolean(),
          }),
        }),
      }),
    }),
  }),
}
