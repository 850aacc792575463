import { type Score, ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Common parts of passwords. The server has the full list of common passwords and refuses them. */
const COMMON_WORDS = [
  ...[
    'password',
    'passw',
    'admin',
    'welcome',
    'login',
    'letmein',
    'secret',
    'master',
    'hello',
    'love',
    'iloveyou',
  ],
  ...['qwerty', 'qwertyuiop', 'asdf', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'qazwsx', '1q2w3e', '1qaz2wsx'],
  ...['123456', '12345678', '123456789', '1234', '123123', '111111', '000000', '654321', 'abc123', 'abcd'],
  ...[
    'dragon',
    'monkey',
    'football',
    'baseball',
    'arsenal',
    'chelsea',
    'liverpool',
    'barcelona',
    'manchester',
  ],
  ...['sunshine', 'princess', 'superman', 'batman', 'pokemon', 'shadow', 'michael', 'google', 'facebook'],
  ...['jesus', 'jesuschrist', 'blessed', 'faith', 'grace', 'angel', 'mungu', 'yesu', 'bwana', 'baraka'],
  ...['chuma', 'mpesa', 'safaricom', 'airtel', 'equity', 'kenya', 'nairobi', 'mombasa', 'kisumu', 'nakuru'],
  ...['harambee', 'jambo', 'mambo', 'karibu', 'asante', 'nakupenda', 'mapenzi', 'upendo', 'pesa', 'simba'],
]

// A longer password is strong anyway, and searching it for patterns would be slow.
const rater = new ZxcvbnFactory({ dictionary: { common: COMMON_WORDS }, maxLength: 64 })

/**
 * Rate a password from 0 (guessed at once) to 4, against a machine and against someone who knows the words of `about`.
 */
export function ratePassword(password: string, about: readonly string[]): Score {
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const telling = words.filter((word) => word.length > 2)
  return rater.check(password, telling).score
}
