import DOMPurify from 'dompurify'
import { allowMarkup } from '#web/shared/trusted.ts'

allowMarkup((markup) => DOMPurify.sanitize(markup))
