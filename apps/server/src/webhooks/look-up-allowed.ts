import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export const REFUSED_ADDRESS = 'REFUSED_ADDRESS'

/**
 * Resolve a name for one connection, and allow it only if every address of the name is allowed. The connection goes to the
 * address checked here, so a name that resolves differently the next time gains nothing.
 */
export function lookUpAllowed(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, done) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          done(Object.assign(new Error('a webhook may not go there'), { code: REFUSED_ADDRESS }), '')
        } else if (all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }
}
