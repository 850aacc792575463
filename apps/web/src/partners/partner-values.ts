export type SchemeValues = {
  holdDays: number | string
  pointsPerUsd: number | string
  /** In USD; the scheme stores cents. */
  maxEvent: number | string
  maxDay: number | string
  maxPointsMemberDay: number | string
  maxPointsDay: number | string
  maxOutstanding: number | string
  ipAllow: string
  /** The rest of the scheme, as JSON. */
  rest: string
}
export type PartnerValues = SchemeValues & {
  preset: string
  name: string
  secret: string
  isActive: boolean
}

type Scheme = Record<string, unknown>

/** Split a stored scheme into form fields. */
export function toSchemeValues(scheme: Scheme): SchemeValues {
  const { holdDays, pointsPerUsd, ipAllow, ceilings, ...rest } = scheme
  const { maxUsdCentsPerEvent, maxUsdCentsPerMemberDay, maxPointsPerMemberDay, maxPointsPerDay } =
    Object(ceilings)
  const { maxUsdCentsOutstanding } = Object(ceilings)
  return {
    holdDays: Number(holdDays ?? 0),
    pointsPerUsd: pointsPerUsd === undefined ? '' : Number(pointsPerUsd),
    maxEvent: maxUsdCentsPerEvent === undefined ? '' : Number(maxUsdCentsPerEvent) / 100,
    maxDay: maxUsdCentsPerMemberDay === undefined ? '' : Number(maxUsdCentsPerMemberDay) / 100,
    maxPointsMemberDay: maxPointsPerMemberDay === undefined ? '' : Number(maxPointsPerMemberDay),
    maxPointsDay: maxPointsPerDay === undefined ? '' : Number(maxPointsPerDay),
    maxOutstanding: maxUsdCentsOutstanding === undefined ? '' : Number(maxUsdCentsOutstanding) / 100,
    ipAllow: Array.isArray(ipAllow) ? ipAllow.join('\n') : '',
    rest: JSON.stringify(rest, null, 2),
  }
}

/** Combine the form fields into a scheme. An empty field sets nothing. */
export function toScheme({ holdDays, pointsPerUsd, ipAllow, rest, ...most }: SchemeValues): Scheme {
  const { maxEvent, maxDay, maxPointsMemberDay, maxPointsDay, maxOutstanding } = most
  const cents = (usd: number | string) => Math.round(Number(usd) * 100)
  return {
    ...JSON.parse(rest),
    holdDays: Number(holdDays),
    ...(pointsPerUsd !== '' && { pointsPerUsd: Number(pointsPerUsd) }),
    ceilings: {
      ...(maxEvent !== '' && { maxUsdCentsPerEvent: cents(maxEvent) }),
      ...(maxDay !== '' && { maxUsdCentsPerMemberDay: cents(maxDay) }),
      ...(maxPointsMemberDay !== '' && { maxPointsPerMemberDay: Number(maxPointsMemberDay) }),
      ...(maxPointsDay !== '' && { maxPointsPerDay: Number(maxPointsDay) }),
      ...(maxOutstanding !== '' && { maxUsdCentsOutstanding: cents(maxOutstanding) }),
    },
    ipAllow: ipAllow.split(/\s+/).filter((address) => address !== ''),
  }
}

export function isJsonObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Find the field for a refusal: what has no field of its own is part of the rest, and is named there. */
export function placeRefusal([path, message]: readonly [string, string]): readonly [string, string] {
  if (!path.startsWith('scheme.')) return [path, message]
  const inside = path.slice('scheme.'.length)
  if (inside === 'holdDays' || inside === 'pointsPerUsd') return [inside, message]
  if (inside.startsWith('ipAllow')) return ['ipAllow', message]
  if (inside === 'ceilings.maxUsdCentsPerMemberDay') return ['maxDay', message]
  if (inside === 'ceilings.maxPointsPerMemberDay') return ['maxPointsMemberDay', message]
  if (inside === 'ceilings.maxPointsPerDay') return ['maxPointsDay', message]
  if (inside === 'ceilings.maxUsdCentsOutstanding') return ['maxOutstanding', message]
  return inside.startsWith('ceilings') ? ['maxEvent', message] : ['rest', `${inside}: ${message}`]
}
