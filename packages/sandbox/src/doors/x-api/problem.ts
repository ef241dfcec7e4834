/** A parameter that X will not take, as its 400 lists it. */
export interface InvalidParameter {
  parameters: Record<string, string[]>
  message: string
}

/** A refusal, with the very body that goes out. */
export class Problem extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 413 | 429
  readonly body: object
  /** Answered before the service is reached: another content type, and no rate headers. */
  readonly gateway: boolean

  constructor(status: Problem['status'], body: object, gateway = false) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.gateway = gateway
  }
}

/** The host of a problem's type: the older ones were all seen with the first. */
const TYPES = 'https://api.twitter.com/2/problems'
export const NEW_TYPES = 'https://api.x.com/2/problems'

export function unauthorized(legacy: boolean): Problem {
  return legacy
    ? new Problem(401, { errors: [{ code: 32, message: 'Could not authenticate you.' }] })
    : new Problem(
        401,
        { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
        true,
      )
}

/** The words hold two spaces between their sentences, as X's do. */
export function unsupportedAuthentication(used: string, supported: readonly string[]): Problem {
  return new Problem(
    403,
    {
      title: 'Unsupported Authentication',
      detail: `Authenticating with ${used} is forbidden for this endpoint.  Supported authentication types are [${supported.join(', ')}].`,
      type: `${TYPES}/unsupported-authentication`,
      status: 403,
    },
    true,
  )
}

export function readOnlyToken(): Problem {
  return new Problem(403, {
    title: 'Forbidden',
    status: 403,
    detail:
      'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
    type: `${TYPES}/oauth1-permissions`,
  })
}

export function notEnrolled(clientId: string): Problem {
  return new Problem(
    403,
    {
      client_id: clientId,
      detail:
        'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project. You can create a project via the developer portal.',
      registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
      title: 'Client Forbidden',
      required_enrollment: 'Appropriate Level of API Access',
      reason: 'client-not-enrolled',
      type: `${TYPES}/client-forbidden`,
    },
    true,
  )
}

/** What X took away from self-serve plans. No public record shows this body. */
export function notOnThisPlan(clientId: string): Problem {
  return new Problem(403, {
    client_id: clientId,
    detail: 'This endpoint is not available on your current plan.',
    title: 'Client Forbidden',
    required_enrollment: 'Enterprise',
    reason: 'client-not-enrolled',
    type: `${TYPES}/client-forbidden`,
    status: 403,
  })
}

/** A refusal that only its words tell from others. */
export function forbidden(detail: string): Problem {
  return new Problem(403, { detail, type: 'about:blank', title: 'Forbidden', status: 403 })
}

export function uploadForbidden(): Problem {
  return new Problem(403, { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' }, true)
}

export function creditsDepleted(older: boolean, accountId: string): Problem {
  return older
    ? new Problem(402, {
        account_id: accountId,
        title: 'CreditsDepleted',
        detail: `Your enrolled account [${accountId}] does not have any credits to fulfill this request.`,
        type: `${TYPES}/credits`,
      })
    : new Problem(402, {
        title: 'Payment Required',
        detail: 'credits depleted',
        status: 402,
        type: `${NEW_TYPES}/credits-depleted`,
      })
}

export function spendCapReached(): Problem {
  return new Problem(403, {
    title: 'SpendCapReached',
    detail: 'Your monthly spend cap has been reached.',
    type: `${NEW_TYPES}/spend-cap-reached`,
  })
}

export function usageCapped(accountId: string): Problem {
  return new Problem(429, {
    account_id: accountId,
    product_name: 'standard-basic',
    title: 'UsageCapExceeded',
    period: 'Monthly',
    scope: 'Product',
    detail: 'Usage cap exceeded: Monthly product cap',
    type: `${TYPES}/usage-capped`,
  })
}

export function tooManyRequests(legacy: boolean): Problem {
  return legacy
    ? new Problem(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] })
    : new Problem(429, {
        title: 'Too Many Requests',
        detail: 'Too Many Requests',
        type: 'about:blank',
        status: 429,
      })
}

export function invalidRequest(errors: InvalidParameter[]): Problem {
  return new Problem(400, {
    errors,
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${TYPES}/invalid-request`,
  })
}

/** A 400 about one thing. */
export function invalid(name: string, value: string, message: string): Problem {
  return invalidRequest([{ parameters: { [name]: [value] }, message }])
}

export function noSuchRoute(): Problem {
  return new Problem(404, { title: 'Not Found', type: 'about:blank', status: 404, detail: 'Not Found' }, true)
}

export type ResourceType = 'tweet' | 'user' | 'list'

/** One entry of `errors` beside what was found. */
export interface PartialError {
  title: string
  detail: string
  type: string
  resource_type: ResourceType
  parameter: string
  resource_id: string
  value?: string
  section?: string
  field?: string
}

export function resourceNotFound(
  resource_type: ResourceType,
  parameter: string,
  id: string,
): PartialError & { value: string } {
  return {
    value: id,
    detail: `Could not find ${resource_type} with ${parameter}: [${id}].`,
    title: 'Not Found Error',
    resource_type,
    parameter,
    resource_id: id,
    type: `${TYPES}/resource-not-found`,
  }
}

export function resourceForbidden(
  resource_type: ResourceType,
  parameter: string,
  id: string,
  section = 'data',
): PartialError {
  const name = resource_type === 'tweet' ? 'Tweet' : resource_type === 'user' ? 'User' : 'List'
  return {
    value: id,
    detail: `Sorry, you are not authorized to see the ${name} with ${parameter}: [${id}].`,
    title: 'Authorization Error',
    section,
    resource_type,
    parameter,
    resource_id: id,
    type: `${TYPES}/not-authorized-for-resource`,
  }
}

export function userSuspended(parameter: string, id: string): PartialError {
  return {
    value: id,
    detail: `User has been suspended: [${id}].`,
    title: 'Forbidden',
    resource_type: 'user',
    parameter,
    resource_id: id,
    type: `${TYPES}/resource-not-found`,
  }
}

export function fieldForbidden(field: string, id: string): PartialError {
  return {
    title: 'Field Authorization Error',
    detail: `Sorry, you are not authorized to access '${field}' on the Tweet with id : [${id}].`,
    type: `${TYPES}/not-authorized-for-field`,
    section: 'data',
    field,
    resource_type: 'tweet',
    resource_id: id,
    parameter: 'id',
  }
}

/** A single thing that a write needs, and that is not there. No public record shows this body. */
export function missing(error: PartialError): Problem {
  return new Problem(404, { ...error, status: 404 })
}
