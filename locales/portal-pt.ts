import ownAccount from './pt/account-own.json' with { type: 'json' }
import country from './pt/country.json' with { type: 'json' }
import permissions from './pt/permissions.json' with { type: 'json' }
import switchWords from './pt/relations-switch.json' with { type: 'json' }
import shell from './pt/shell.json' with { type: 'json' }
import frame from './pt/shell-frame.json' with { type: 'json' }
import screens from './pt/shell-screens.json' with { type: 'json' }
import words from './pt/words.json' with { type: 'json' }

/** Words of the portal's frame. A screen's words are loaded with the screen. */
export const portalWords = {
  'account-own': ownAccount,
  country,
  permissions,
  'relations-switch': switchWords,
  shell,
  'shell-frame': frame,
  'shell-screens': screens,
  words,
}
