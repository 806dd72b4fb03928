import es from '#locales/es/signing.json' with { type: 'json' }
import pt from '#locales/pt/signing.json' with { type: 'json' }

/** Texts of printed signatures, in the language of the company's country. */
export const signingWords = { es, pt }
