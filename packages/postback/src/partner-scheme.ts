import { refuse } from '@chuma/contract/problems'
import { type PartnerScheme, partnerSettings } from './partner-settings.ts'
import { amountParam, signatureCoverage } from './signatures/signature-coverage.ts'
import { signaturePlace, templateParams } from './signatures/signature-scheme.ts'

type Unsafe = { path: string[] } & Refusal
type Refusal = ReturnType<typeof refuse>

/**
 * A partner's stored settings. Besides the form, the schema refuses settings that would let a stranger create points, and
 * names the field to change.
 */
export const partnerScheme = partnerSettings.superRefine((scheme, ctx) => {
  for (const unsafe of [...unclearAmount(scheme), ...forgeable(scheme), ...unprotected(scheme)]) {
    ctx.addIssue({ code: 'custom', path: unsafe.path, message: unsafe.error })
  }
})

function unclearAmount(scheme: PartnerScheme): Unsafe[] {
  if (amountParam(scheme) !== undefined) return []
  return scheme.pointsPerUsd === undefined
    ? [{ path: ['fields', 'amountUsd'], ...refuse('SCHEME_WITHOUT_AMOUNT') }]
    : [{ path: ['fields', 'amountPoints'], ...refuse('SCHEME_WITHOUT_POINTS') }]
}

function forgeable({ signature }: PartnerScheme): Unsafe[] {
  const unsafe: Unsafe[] = []
  if (signature.mode === 'template') {
    const path = ['signature', 'template']
    const params = templateParams(signature.template)
    if (signature.keyed === 'plain' && !signature.template.includes('{secret}')) {
      unsafe.push({ path, ...refuse('SCHEME_WITHOUT_SECRET') })
    }
    if (params.length === 0) unsafe.push({ path, ...refuse('SCHEME_COVERS_NOTHING') })
    const place = signaturePlace(signature)
    if (place && place.place !== 'header' && params.includes(place.name)) {
      unsafe.push({ path, ...refuse('SCHEME_SIGNS_SIGNATURE') })
    }
  }
  if (signature.mode === 'sorted-placeholders') {
    const path = ['signature', 'params']
    if (signature.params.includes(signaturePlace(signature)?.name ?? '')) {
      unsafe.push({ path, ...refuse('SCHEME_SIGNS_SIGNATURE') })
    }
    if (signature.omitWhenEmpty.some((name) => !signature.params.includes(name))) {
      unsafe.push({ path: ['signature', 'omitWhenEmpty'], ...refuse('SCHEME_OMITS_UNSIGNED') })
    }
  }
  return unsafe
}

function unprotected(scheme: PartnerScheme): Unsafe[] {
  if (scheme.ipAllow.length > 0) return []
  if (scheme.signature.mode === 'none') {
    return [{ path: ['ipAllow'], ...refuse('SCHEME_WITHOUT_ADDRESSES') }]
  }
  const covered = signatureCoverage(scheme)
  const unsafe: Unsafe[] = []
  const open = (['user', 'amount', 'status'] as const).filter((part) => !covered[part])
  if (open.length > 0 && Object.values(scheme.ceilings).every((ceiling) => ceiling === undefined)) {
    unsafe.push({ path: ['ceilings'], ...refuse('SCHEME_UNCOVERED', { parts: open }) })
  }
  // One genuine call could be repeated with new ids, each below the ceiling per event.
  if (!covered.transaction && scheme.ceilings.maxUsdCentsPerMemberDay === undefined) {
    unsafe.push({
      path: ['ceilings', 'maxUsdCentsPerMemberDay'],
      ...refuse('SCHEME_TRANSACTION_UNCOVERED'),
    })
  }
  return unsafe
}
