import { type Score, ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What passwords here are made of. The long list of the most used ones is with the server, which refuses them. */
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

// Beyond this a password is strong whatever stands in it, and looking for patterns would take long.
const rater = new ZxcvbnFactory({ dictionary: { common: COMMON_WORDS }, maxLength: 64 })

/** From 0, guessed at once, to 4, for a machine and for somebody who knows the words of `about`. */
export function ratePassword(password: string, about: readonly string[]): Score {
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const telling = words.filter((word) => word.length > 2)
  return rater.check(password, telling).score
}
