import { type PartnerScheme, partnerSettings } from './partner-settings.ts'
import { amountParam, signatureCoverage } from './signatures/signature-coverage.ts'
import { signaturePlace, templateParams } from './signatures/signature-scheme.ts'

type Unsafe = { path: string[]; message: string }

/**
 * How one partner calls us, as stored. Beyond the form it refuses settings that would let a stranger make points, and
 * names the field that has to change.
 */
export const partnerScheme = partnerSettings.superRefine((scheme, ctx) => {
  for (const { path, message } of [...unclearAmount(scheme), ...forgeable(scheme), ...unprotected(scheme)]) {
    ctx.addIssue({ code: 'custom', path, message })
  }
})

function unclearAmount(scheme: PartnerScheme): Unsafe[] {
  if (amountParam(scheme) !== undefined) return []
  return scheme.pointsPerUsd === undefined
    ? [
        {
          path: ['fields', 'amountUsd'],
          message: 'Name the amount in USD, or set pointsPerUsd and amountPoints',
        },
      ]
    : [
        {
          path: ['fields', 'amountPoints'],
          message: 'pointsPerUsd needs the parameter that carries the points',
        },
      ]
}

function forgeable({ signature }: PartnerScheme): Unsafe[] {
  const unsafe: Unsafe[] = []
  if (signature.mode === 'template') {
    const path = ['signature', 'template']
    const params = templateParams(signature.template)
    if (signature.keyed === 'plain' && !signature.template.includes('{secret}')) {
      unsafe.push({ path, message: 'Without {secret} anybody can compute it' })
    }
    if (params.length === 0)
      unsafe.push({ path, message: 'Covers no parameter: one signature would fit every call' })
    const place = signaturePlace(signature)
    if (place && place.place !== 'header' && params.includes(place.name)) {
      unsafe.push({ path, message: 'The signature cannot be part of what it signs' })
    }
  }
  if (signature.mode === 'sorted-placeholders') {
    const path = ['signature', 'params']
    if (signature.params.includes(signaturePlace(signature)?.name ?? '')) {
      unsafe.push({ path, message: 'The signature cannot be part of what it signs' })
    }
    if (signature.omitWhenEmpty.some((name) => !signature.params.includes(name))) {
      unsafe.push({ path: ['signature', 'omitWhenEmpty'], message: 'Names a parameter that is not signed' })
    }
  }
  return unsafe
}

function unprotected(scheme: PartnerScheme): Unsafe[] {
  if (scheme.ipAllow.length > 0) return []
  if (scheme.signature.mode === 'none') {
    return [
      { path: ['ipAllow'], message: 'Without a signature the addresses of the partner have to be listed' },
    ]
  }
  const covered = signatureCoverage(scheme)
  const unsafe: Unsafe[] = []
  const open = (['user', 'amount', 'status'] as const).filter((part) => !covered[part])
  if (open.length > 0 && Object.values(scheme.ceilings).every((ceiling) => ceiling === undefined)) {
    const message = `The signature does not cover: ${open.join(', ')}. List the addresses of the partner or set a ceiling`
    unsafe.push({ path: ['ceilings'], message })
  }
  // One genuine call could be repeated under ever new ids, each below the ceiling of a single event.
  if (!covered.transaction && scheme.ceilings.maxUsdCentsPerMemberDay === undefined) {
    const message =
      'The signature does not cover the transaction. List the addresses of the partner or set this ceiling'
    unsafe.push({ path: ['ceilings', 'maxUsdCentsPerMemberDay'], message })
  }
  return unsafe
}
