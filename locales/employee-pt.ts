import country from './pt/country.json' with { type: 'json' }
import me from './pt/me.json' with { type: 'json' }
import shell from './pt/shell.json' with { type: 'json' }
import words from './pt/words.json' with { type: 'json' }

/** The words of the employees' site that its first screens need. */
export const employeeWords = { country, me, shell, words }
