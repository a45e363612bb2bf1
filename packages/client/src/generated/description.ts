/** Made by `npm run client` from the OpenAPI description: change the contract, not this file. */
export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service works
         * @description `ok` is false while the service answers but its database does not.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description The interface as an OpenAPI 3.1 document.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Creates an unverified customer organization, its owner and a session. Email addresses compare without regard to case. Sign-ups and sign-ins together: at most 10 in 10 minutes per address.
         */
        post: operations["signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description A wrong email and a wrong password give one and the same answer. After 5 wrong passwords for an account within 15 minutes every sign-in to it is 429 until the oldest of them is 15 minutes old.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to set a new password
         * @description Always the same answer. If the address has an account that signs in to the site, a single-use link that is valid for one hour is mailed to it; at most 3 such mails per account per hour. Both reset endpoints together: at most 10 requests in 10 minutes per address.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description The token of the link works once; other links of the user end with it. Every session of the user is revoked. After 503 `busy` the token is still unused.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for access, apply as an attorney, or write to us
         * @description One of three shapes by `kind`. At most 5 requests in 10 minutes per address.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes the session in use.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The user of the session, their organization, and the modes this deployment offers.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The keys of the credential's mode, newest first, revoked ones included.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description A key in the credential's mode; at most 10 active ones per mode. A live key can be created only by an owner, signed in with a session, with `X-Service-Mode: live`. `Idempotency-Key` is ignored, so that no secret is ever kept.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops authenticating at once. Revoking a revoked key is 204 as well.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jurisdictions/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a place needs
         * @description Whether a place is served, by whom, and which facts intake needs there for each ground.
         */
        get: operations["resolveJurisdiction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cases
         * @description The organization's cases in the credential's mode, newest first. A page ends at `limit` cases, or earlier at 8 MB.
         */
        get: operations["listCases"];
        put?: never;
        /**
         * Create a draft case
         * @description Creates a draft in the credential's mode. In live mode the property must be in a US state or DC. Sent again under its Idempotency-Key after the details of the case were erased, it answers 409 `erased` and creates nothing.
         */
        post: operations["createCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a case
         * @description A case of another organization or mode is 404, like one that does not exist.
         */
        get: operations["getCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the facts of a draft
         * @description Each field that is sent replaces the stored one whole; a field once sent can be replaced but not removed. Changing `ground` or `entryPoint` is 422 with `details.field`.
         */
        patch: operations["updateCase"];
        trace?: never;
    };
    "/v1/cases/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add evidence
         * @description JSON with the content in base64, at most 10 MB decoded, and 50 MB in all for a test case, 500 MB for a live one, and 200 documents or 1,000; more is 413 `payload_too_large`. While the case is a draft; for a live case files of purpose `other` until it is finished, and PDF, JPEG or PNG only. Record `priorNotice` before its notice.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/documents/{docId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description The bytes with their stored content type.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a case
         * @description Every customer-visible event, oldest first.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a case against its gates
         * @description Changes nothing. After submit it answers the results that were frozen then.
         */
        post: operations["validateCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a draft
         * @description All gates must pass. A test case goes straight into sandbox review; for a live case the platform fee becomes due and an attorney is engaged.
         */
        post: operations["submitCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a test case on by one step
         * @description Takes the step that the case waits for, on the case's own clock. While that step is being taken already, the case is returned as it is. A failed step is tried again by itself at `details.retryAt`. At most 60 a minute per organization.
         */
        post: operations["advanceCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/report-cure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the tenant cured
         * @description For a live case the report is recorded and passed to the attorney; the case is not closed by itself. At most 20 in 10 minutes per case.
         */
        post: operations["reportCure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a case
         * @description Withdrawn at once, or, with an attorney engaged, on hold until the attorney confirms that all work has stopped.
         */
        post: operations["withdrawCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of a case
         * @description The customer's and the service's messages, oldest first.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Write a note on a live case
         * @description At most 20 in 10 minutes per organization.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the charges of a case
         * @description Oldest first. Where `paymentsEnabled` is false, what is not paid otherwise stays due.
         */
        get: operations["listCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/charges/{chargeId}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a charge online
         * @description Opens a hosted checkout, from which the customer returns to the case on the website; one that is open is answered again. While the payment provider does not answer: 503 `busy`, and nothing has changed.
         */
        post: operations["checkoutCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/charges/{chargeId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether a charge was paid
         * @description Asks the payment provider whether the checkout was paid and records it; answers the charge as it is where it was not. Safe to repeat. What was paid for a charge that is void meanwhile is refunded. While the provider does not answer: 503 `busy`, and nothing has changed.
         */
        post: operations["confirmCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization
         * @description The organization of the credential with its members, the same in both modes.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the organization
         * @description Only with the session of an owner.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/attorney/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cases that wait for the attorney
         * @description In notice or filing review, and open ones on hold or with a failed job; oldest first, without names.
         */
        get: operations["getAttorneyQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attorney/cases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a case
         * @description With its gates, evidence, filings, service attempts and whole audit trail. Each read is recorded there. A case of another attorney is 404, like one that does not exist.
         */
        get: operations["getAttorneyCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attorney/cases/{id}/documents/{docId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description The bytes with their stored content type. Each download is recorded in the audit trail.
         */
        get: operations["downloadAttorneyDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attorney/cases/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer what is under review
         * @description `approve` binds the exact bytes: it must name the hash of every document under review. `request_changes` makes the case a draft again. `reject` ends the engagement and puts the case on hold.
         */
        post: operations["reviewCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attorney/cases/{id}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what the court did
         * @description Every outcome but `closed` needs a current approval of the filing. `closed` on a case with a withdrawal pending says that all work has stopped, and withdraws it.
         */
        post: operations["reportOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The endpoints of the credential's mode, oldest first.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Every customer-visible event of the cases in the credential's mode is posted to it from now on, signed with its secret. At most 20 per mode; one more is 400 with the issue `too_many_endpoints`. An endpoint at which everything failed for 5 days, 20 deliveries or more, is switched off; registering its URL anew switches it on, under its id and with a new secret. To change one, delete it and register again. `Idempotency-Key` is ignored, so that no secret is ever kept.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description The endpoint and the log of its deliveries are gone, and what was still to be tried is dropped.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "ok": true
         *     }
         */
        Health: {
            ok: boolean;
        };
        /**
         * @example {
         *       "error": {
         *         "code": "not_found",
         *         "message": "Not found.",
         *         "details": null
         *       }
         *     }
         */
        Error: {
            error: {
                /**
                 * @description Stable: branch on this.
                 * @enum {string}
                 */
                code: "invalid_request" | "unauthenticated" | "invalid_credentials" | "forbidden" | "live_unavailable" | "attorney_not_eligible" | "not_found" | "invalid_state" | "invalid_transition" | "guard_failed" | "stale_approval" | "key_limit" | "cannot_revoke_current_key" | "sandbox_only" | "nothing_to_advance" | "idempotency_conflict" | "email_taken" | "payments_unavailable" | "charge_not_due" | "attorney_direct_only" | "erased" | "invalid_reset_token" | "payload_too_large" | "unsupported_media_type" | "gates_failed" | "prior_notice_missing" | "documents_unavailable" | "unsupported_state" | "rate_limited" | "busy" | "internal";
                /** @description For people; it may change. */
                message: string;
                /** @description Null unless the code says otherwise. */
                details: unknown;
            };
        };
        /**
         * @example {
         *       "name": "Robin Example",
         *       "organizationName": "Sandbox Holdings LLC",
         *       "email": "robin@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        Signup: {
            name: string;
            organizationName: string;
            email: string;
            password: string;
        };
        /**
         * @example {
         *       "token": "ess_4Zq8mX2vN7bT1kR9wY3cL6hJ5dF0gSaPeUiOoKtBrEx",
         *       "user": {
         *         "id": "usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d",
         *         "name": "Robin Example",
         *         "email": "robin@example.com",
         *         "role": "owner"
         *       },
         *       "organization": {
         *         "id": "org_9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d",
         *         "name": "Sandbox Holdings LLC",
         *         "verified": false
         *       },
         *       "modes": {
         *         "test": true,
         *         "live": false
         *       }
         *     }
         */
        Session: {
            /** @description The session token, `ess_...`; shown only here. */
            token: string;
            user: components["schemas"]["User"];
            organization: components["schemas"]["OrganizationSummary"];
            modes: components["schemas"]["Modes"];
        };
        User: {
            id: string;
            name: string | null;
            email: string;
            /** @enum {string} */
            role: "owner" | "member" | "attorney" | "platform_admin";
        };
        OrganizationSummary: {
            id: string;
            name: string;
            /** @description Set by the operators. */
            verified: boolean;
        };
        /** @description Which modes this deployment offers; `test` is always true. */
        Modes: {
            test: boolean;
            live: boolean;
        };
        /**
         * @example {
         *       "email": "robin@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        Login: {
            email: string;
            password: string;
        };
        /**
         * @example {
         *       "email": "robin@example.com"
         *     }
         */
        PasswordResetRequest: {
            email: string;
        };
        /**
         * @example {
         *       "ok": true
         *     }
         */
        PasswordReset: {
            ok: boolean;
        };
        /**
         * @example {
         *       "token": "ert_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx",
         *       "password": "another horse, another battery"
         *     }
         */
        PasswordResetConfirm: {
            /** @description From the link in the mail. */
            token: string;
            password: string;
        };
        /**
         * @example {
         *       "kind": "contact",
         *       "name": "Robin Example",
         *       "email": "robin@example.com",
         *       "message": "Which states do you serve?"
         *     }
         */
        Lead: components["schemas"]["AccessRequest"] | components["schemas"]["AttorneyApplication"] | components["schemas"]["ContactMessage"];
        /**
         * @example {
         *       "kind": "access_request",
         *       "name": "Robin Example",
         *       "email": "robin@example.com",
         *       "role": "landlord",
         *       "states": [
         *         "MD",
         *         "VA"
         *       ]
         *     }
         */
        AccessRequest: {
            /** @enum {string} */
            kind: "access_request";
            name: string;
            email: string;
            /** @description Must be empty. A request with it filled in gets the same answer and is discarded. */
            contact_url?: string;
            company?: string;
            /** @enum {string} */
            role?: "property_manager" | "landlord" | "developer" | "attorney" | "other";
            states?: string[];
            message?: string;
        };
        /**
         * @example {
         *       "kind": "attorney_application",
         *       "name": "Alex Example",
         *       "email": "alex@example.com",
         *       "states": [
         *         "MD"
         *       ],
         *       "barNumber": "1234567890"
         *     }
         */
        AttorneyApplication: {
            /** @enum {string} */
            kind: "attorney_application";
            name: string;
            email: string;
            /** @description Must be empty. A request with it filled in gets the same answer and is discarded. */
            contact_url?: string;
            company?: string;
            states: string[];
            barNumber: string;
            message?: string;
        };
        /**
         * @example {
         *       "kind": "contact",
         *       "name": "Robin Example",
         *       "email": "robin@example.com",
         *       "message": "Which states do you serve?"
         *     }
         */
        ContactMessage: {
            /** @enum {string} */
            kind: "contact";
            name: string;
            email: string;
            /** @description Must be empty. A request with it filled in gets the same answer and is discarded. */
            contact_url?: string;
            message: string;
        };
        /**
         * @example {
         *       "received": true
         *     }
         */
        LeadReceived: {
            received: boolean;
        };
        /**
         * @example {
         *       "user": {
         *         "id": "usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d",
         *         "name": "Robin Example",
         *         "email": "robin@example.com",
         *         "role": "owner"
         *       },
         *       "organization": {
         *         "id": "org_9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d",
         *         "name": "Sandbox Holdings LLC",
         *         "verified": false
         *       },
         *       "modes": {
         *         "test": true,
         *         "live": false
         *       }
         *     }
         */
        Me: {
            user: components["schemas"]["User"];
            organization: components["schemas"]["OrganizationSummary"];
            modes: components["schemas"]["Modes"];
        };
        /**
         * @example {
         *       "id": "key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99",
         *       "mode": "test",
         *       "createdAt": "2026-07-01T09:20:00.000Z",
         *       "lastFour": "q7Xb",
         *       "revokedAt": null
         *     }
         */
        ApiKey: {
            id: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key made before these were recorded. */
            lastFour: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        /**
         * @example {
         *       "id": "key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99",
         *       "mode": "test",
         *       "secret": "eak_test_8Hn3kV6pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe"
         *     }
         */
        CreatedApiKey: {
            id: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** @description The key, `eak_test_...` or `eak_live_...`; shown only here. */
            secret: string;
        };
        /**
         * @example {
         *       "mode": "test",
         *       "state": "ZZ",
         *       "county": "Example",
         *       "city": null,
         *       "served": true,
         *       "handling": "automated",
         *       "action": "Summary Possession (ZZ Stat. § 12-301)",
         *       "jurisdictionIds": [
         *         "zz",
         *         "zz/county/example"
         *       ],
         *       "grounds": [
         *         {
         *           "ground": "lease_violation",
         *           "entryPoints": [
         *             "notice",
         *             "filing"
         *           ],
         *           "notice": {
         *             "title": "Notice to Cure or Quit",
         *             "periodDays": 10,
         *             "dayKind": "calendar",
         *             "cure": "violation_cured",
         *             "notBeforeLeaseEnd": false,
         *             "methods": [
         *               "personal",
         *               "substitute",
         *               "posting",
         *               "certified_mail"
         *             ],
         *             "citation": "ZZ Stat. § 12-202",
         *             "caresMinimum": {
         *               "periodDays": 30,
         *               "dayKind": "calendar",
         *               "citation": "15 U.S.C. § 9058(c)"
         *             }
         *           },
         *           "requiredFacts": [
         *             "property.line1",
         *             "violation.description",
         *             "violation.date"
         *           ],
         *           "requiredFactsByEntryPoint": {
         *             "notice": [],
         *             "filing": [
         *               "priorNotice.servedDate",
         *               "documents[prior_notice]"
         *             ]
         *           }
         *         }
         *       ]
         *     }
         */
        Jurisdiction: {
            /** @enum {string} */
            mode: "test" | "live";
            state: string;
            county: string | null;
            city: string | null;
            served: boolean;
            /** @enum {string|null} */
            handling: "automated" | "attorney_direct" | null;
            action: string | null;
            jurisdictionIds: string[];
            grounds: {
                /** @enum {string} */
                ground: "nonpayment" | "lease_violation" | "holdover";
                entryPoints: ("notice" | "filing")[];
                /** @description Null in live mode: the attorney decides. */
                notice: {
                    title: string;
                    periodDays: number;
                    /** @enum {string} */
                    dayKind: "business" | "calendar";
                    /** @enum {string} */
                    cure: "full_amount" | "violation_cured" | "none";
                    notBeforeLeaseEnd: boolean;
                    methods: ("personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail")[];
                    citation: string;
                    /** @description The least notice for a dwelling that the federal CARES Act covers. */
                    caresMinimum: {
                        periodDays: number;
                        /** @enum {string} */
                        dayKind: "calendar";
                        citation: string;
                    };
                } | null;
                /** @description Dotted paths of the case input, so that a form can be driven by them. */
                requiredFacts: string[];
                requiredFactsByEntryPoint: {
                    /** @description Dotted paths of the case input, so that a form can be driven by them. */
                    notice: string[];
                    /** @description Dotted paths of the case input, so that a form can be driven by them. */
                    filing: string[];
                };
            }[];
        };
        /**
         * @example {
         *       "ground": "nonpayment",
         *       "entryPoint": "notice",
         *       "property": {
         *         "line1": "12 Sandbox Way",
         *         "unit": "3B",
         *         "city": "Testville",
         *         "county": "Example",
         *         "state": "ZZ",
         *         "zip": "00001",
         *         "ownerOfRecord": "Sandbox Holdings LLC"
         *       },
         *       "parties": [
         *         {
         *           "role": "plaintiff",
         *           "name": "Sandbox Holdings LLC",
         *           "isEntity": true
         *         },
         *         {
         *           "role": "defendant",
         *           "name": "Terry Example"
         *         }
         *       ],
         *       "lease": {
         *         "startDate": "2025-06-01",
         *         "endDate": "2027-05-31",
         *         "monthlyRentCents": 140000
         *       },
         *       "ledger": [
         *         {
         *           "date": "2026-05-01",
         *           "type": "charge",
         *           "amountCents": 140000,
         *           "memo": "Rent May"
         *         },
         *         {
         *           "date": "2026-05-04",
         *           "type": "payment",
         *           "amountCents": 90000
         *         },
         *         {
         *           "date": "2026-06-01",
         *           "type": "charge",
         *           "amountCents": 140000,
         *           "memo": "Rent June"
         *         }
         *       ],
         *       "amountOwedCents": 190000,
         *       "attestations": {
         *         "authority": true,
         *         "notRetaliatory": true,
         *         "notDiscriminatory": true,
         *         "caresCovered": false,
         *         "subsidized": false,
         *         "servicemember": "no"
         *       }
         *     }
         */
        CreateCase: {
            /** @enum {string} */
            ground: "nonpayment" | "lease_violation" | "holdover";
            /** @enum {string} */
            entryPoint: "notice" | "filing";
            property: {
                line1: string;
                unit?: string;
                city: string;
                county?: string;
                /** @description Two letters; `ZZ` is the sandbox jurisdiction. */
                state: string;
                zip: string;
                ownerOfRecord: string;
            };
            parties: {
                /** @enum {string} */
                role: "plaintiff" | "defendant";
                name: string;
                isEntity?: boolean;
            }[];
            lease?: {
                /** Format: date */
                startDate?: string;
                /** Format: date */
                endDate?: string;
                monthlyRentCents?: number;
            };
            ledger?: {
                /** Format: date */
                date: string;
                /** @enum {string} */
                type: "charge" | "payment";
                amountCents: number;
                memo?: string;
            }[];
            amountOwedCents?: number;
            violation?: {
                description: string;
                /** Format: date */
                date: string;
            };
            attestations: {
                authority?: boolean;
                notRetaliatory?: boolean;
                notDiscriminatory?: boolean;
                caresCovered?: boolean;
                subsidized?: boolean;
                /** @enum {string} */
                servicemember?: "no" | "yes" | "unknown";
            };
            priorNotice?: {
                /** Format: date */
                servedDate: string;
                /** @enum {string} */
                method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                periodDays: number;
            };
            freeText?: string;
        };
        /**
         * @example {
         *       "id": "case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11",
         *       "mode": "test",
         *       "state": "cure_period",
         *       "heldFrom": null,
         *       "ground": "nonpayment",
         *       "entryPoint": "notice",
         *       "courtCaseNumber": null,
         *       "packVersions": {
         *         "jurisdiction": "zz",
         *         "rules": "2026.1",
         *         "notice": "zz.notice.nonpayment.v1",
         *         "filing": "zz.complaint.v1"
         *       },
         *       "data": {
         *         "property": {
         *           "line1": "12 Sandbox Way",
         *           "city": "Testville",
         *           "state": "ZZ",
         *           "zip": "00001",
         *           "ownerOfRecord": "Sandbox Holdings LLC"
         *         },
         *         "parties": [
         *           {
         *             "role": "plaintiff",
         *             "name": "Sandbox Holdings LLC",
         *             "isEntity": true
         *           },
         *           {
         *             "role": "defendant",
         *             "name": "Terry Example"
         *           }
         *         ],
         *         "lease": {
         *           "startDate": "2025-06-01",
         *           "monthlyRentCents": 140000
         *         },
         *         "ledger": [
         *           {
         *             "date": "2026-06-01",
         *             "type": "charge",
         *             "amountCents": 140000,
         *             "memo": "Rent June"
         *           }
         *         ],
         *         "amountOwedCents": 140000,
         *         "attestations": {
         *           "authority": true,
         *           "notRetaliatory": true,
         *           "notDiscriminatory": true,
         *           "caresCovered": false,
         *           "subsidized": false,
         *           "servicemember": "no"
         *         },
         *         "progress": {
         *           "ledgerBalanceCents": 140000,
         *           "clock": "2026-07-02T09:31:00.000Z",
         *           "notice": {
         *             "servedDate": "2026-07-02",
         *             "method": "personal",
         *             "expires": "2026-07-10"
         *           },
         *           "hearing": null,
         *           "judgment": null,
         *           "withdrawal": null,
         *           "cureReports": []
         *         }
         *       },
         *       "deadlines": [
         *         {
         *           "name": "notice_expires",
         *           "date": "2026-07-10",
         *           "citation": "ZZ Stat. § 12-201"
         *         }
         *       ],
         *       "documents": [
         *         {
         *           "id": "doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55",
         *           "kind": "notice",
         *           "specId": "zz.notice.nonpayment.v1",
         *           "filename": "zz-notice-nonpayment.pdf",
         *           "contentHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *           "createdAt": "2026-07-01T09:30:00.000Z"
         *         }
         *       ],
         *       "nextAction": {
         *         "by": "customer",
         *         "description": "The notice period runs through 2026-07-10. Report it if the tenant cures."
         *       },
         *       "createdAt": "2026-07-01T09:29:00.000Z",
         *       "updatedAt": "2026-07-01T09:31:00.000Z"
         *     }
         */
        Case: {
            id: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** @enum {string} */
            state: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn";
            /**
             * @description Where a case on hold came from, otherwise null.
             * @enum {string|null}
             */
            heldFrom: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn" | null;
            /** @enum {string} */
            ground: "nonpayment" | "lease_violation" | "holdover";
            /** @enum {string} */
            entryPoint: "notice" | "filing";
            courtCaseNumber: string | null;
            /** @description The rules the case was submitted under; they stay the same for its whole life. */
            packVersions: {
                jurisdiction: string;
                rules: string;
                notice: string | null;
                filing: string | null;
            } | null;
            /** @description The facts as sent, and `progress`, which is read-only. */
            data: {
                property: {
                    line1: string;
                    unit?: string;
                    city: string;
                    county?: string;
                    /** @description Two letters; `ZZ` is the sandbox jurisdiction. */
                    state: string;
                    zip: string;
                    ownerOfRecord: string;
                };
                parties: {
                    /** @enum {string} */
                    role: "plaintiff" | "defendant";
                    name: string;
                    isEntity?: boolean;
                }[];
                lease?: {
                    /** Format: date */
                    startDate?: string;
                    /** Format: date */
                    endDate?: string;
                    monthlyRentCents?: number;
                };
                ledger?: {
                    /** Format: date */
                    date: string;
                    /** @enum {string} */
                    type: "charge" | "payment";
                    amountCents: number;
                    memo?: string;
                }[];
                amountOwedCents?: number;
                violation?: {
                    description: string;
                    /** Format: date */
                    date: string;
                };
                attestations: {
                    authority?: boolean;
                    notRetaliatory?: boolean;
                    notDiscriminatory?: boolean;
                    caresCovered?: boolean;
                    subsidized?: boolean;
                    /** @enum {string} */
                    servicemember?: "no" | "yes" | "unknown";
                };
                priorNotice?: {
                    /** Format: date */
                    servedDate: string;
                    /** @enum {string} */
                    method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                    periodDays: number;
                };
                freeText?: string;
                progress: {
                    /** @description Charges less payments, rounded beyond 2^53; null without a ledger. */
                    ledgerBalanceCents: number | null;
                    /**
                     * Format: date-time
                     * @description The case's clock; that of a test case runs ahead after `advance`.
                     */
                    clock: string;
                    notice: {
                        /** Format: date */
                        servedDate: string;
                        /** @enum {string} */
                        method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                        /**
                         * Format: date
                         * @description The last day of the notice period.
                         */
                        expires: string | null;
                    } | null;
                    hearing: {
                        /** Format: date */
                        date: string;
                    } | null;
                    judgment: {
                        /** @enum {string} */
                        outcome: "plaintiff" | "defendant" | "dismissed";
                        /** Format: date */
                        date: string;
                    } | null;
                    /** @description A withdrawal that waits for the attorney to confirm that all work has stopped. */
                    withdrawal: {
                        /** Format: date-time */
                        requestedAt: string;
                    } | null;
                    cureReports: {
                        /** Format: date-time */
                        reportedAt: string;
                    }[];
                };
            };
            deadlines: {
                /** @description For example `notice_expires` or `hearing`. */
                name: string;
                /** Format: date */
                date: string;
                /** @description Where the date comes from. */
                citation: string;
            }[];
            documents: components["schemas"]["Document"][];
            nextAction: {
                /** @enum {string} */
                by: "customer" | "attorney" | "platform" | "court" | "none";
                description: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @example {
         *       "id": "doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55",
         *       "kind": "notice",
         *       "specId": "zz.notice.nonpayment.v1",
         *       "filename": "zz-notice-nonpayment.pdf",
         *       "contentHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *       "createdAt": "2026-07-01T09:30:00.000Z"
         *     }
         */
        Document: {
            id: string;
            /** @enum {string} */
            kind: "evidence" | "notice" | "filing" | "proof";
            /** @description What the service made it from; null for an upload. */
            specId: string | null;
            filename: string;
            /** @description SHA-256 of the bytes, hex. An approval of an attorney names these hashes. */
            contentHash: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "amountOwedCents": 140000,
         *       "attestations": {
         *         "authority": true,
         *         "notRetaliatory": true,
         *         "notDiscriminatory": true,
         *         "subsidized": false
         *       }
         *     }
         */
        UpdateCase: {
            /** @enum {string} */
            ground?: "nonpayment" | "lease_violation" | "holdover";
            /** @enum {string} */
            entryPoint?: "notice" | "filing";
            property?: {
                line1: string;
                unit?: string;
                city: string;
                county?: string;
                /** @description Two letters; `ZZ` is the sandbox jurisdiction. */
                state: string;
                zip: string;
                ownerOfRecord: string;
            };
            parties?: {
                /** @enum {string} */
                role: "plaintiff" | "defendant";
                name: string;
                isEntity?: boolean;
            }[];
            lease?: {
                /** Format: date */
                startDate?: string;
                /** Format: date */
                endDate?: string;
                monthlyRentCents?: number;
            };
            ledger?: {
                /** Format: date */
                date: string;
                /** @enum {string} */
                type: "charge" | "payment";
                amountCents: number;
                memo?: string;
            }[];
            amountOwedCents?: number;
            violation?: {
                description: string;
                /** Format: date */
                date: string;
            };
            attestations?: {
                authority?: boolean;
                notRetaliatory?: boolean;
                notDiscriminatory?: boolean;
                caresCovered?: boolean;
                subsidized?: boolean;
                /** @enum {string} */
                servicemember?: "no" | "yes" | "unknown";
            };
            priorNotice?: {
                /** Format: date */
                servedDate: string;
                /** @enum {string} */
                method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                periodDays: number;
            };
            freeText?: string;
        };
        /**
         * @example {
         *       "filename": "management-agreement.pdf",
         *       "purpose": "authority",
         *       "contentBase64": "JVBERi0xLjQKJSVFT0YK"
         *     }
         */
        UploadDocument: {
            filename: string & (unknown & unknown);
            /** @enum {string} */
            purpose: "authority" | "prior_notice" | "prior_notice_proof" | "other";
            /** @description Standard base64 with padding; at most 10 MB decoded. */
            contentBase64: string;
        };
        /**
         * @example {
         *       "id": "evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10",
         *       "action": "start_cure_period",
         *       "actorType": "platform",
         *       "fromState": "notice_served",
         *       "toState": "cure_period",
         *       "detail": {
         *         "deadline": "2026-07-10",
         *         "citation": "ZZ Stat. § 12-201",
         *         "caseTime": "2026-07-02T09:31:00.000Z"
         *       },
         *       "createdAt": "2026-07-01T09:31:00.000Z"
         *     }
         */
        Event: {
            id: string;
            /** @description The bare name, for example `submit`; a webhook calls it `case.submit`. */
            action: string;
            /** @enum {string} */
            actorType: "customer" | "attorney" | "platform" | "reviewer";
            /**
             * @description Null, like `toState`, where the state did not change.
             * @enum {string|null}
             */
            fromState: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn" | null;
            /** @enum {string|null} */
            toState: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn" | null;
            detail?: unknown;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "passed": false,
         *       "results": [
         *         {
         *           "gate": "parties_present",
         *           "status": "pass"
         *         },
         *         {
         *           "gate": "servicemember",
         *           "status": "warn",
         *           "reason": "Attorney must check DMDC before any default"
         *         },
         *         {
         *           "gate": "ledger_balance",
         *           "status": "fail",
         *           "reason": "Ledger totals $1,900.00, amount owed says $2,000.00."
         *         }
         *       ]
         *     }
         */
        GateResults: {
            /** @description True when no gate fails. */
            passed: boolean;
            results: {
                /** @description For example `parties_present`, `ledger_balance`. */
                gate: string;
                /** @enum {string} */
                status: "pass" | "fail" | "warn" | "not_applicable";
                /** @description In plain words, for `fail` and `warn`. */
                reason?: string;
            }[];
        };
        /**
         * @example {
         *       "id": "note_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d",
         *       "author": "customer",
         *       "body": "The tenant has handed over the keys of the garage.",
         *       "createdAt": "2026-07-01T09:40:00.000Z"
         *     }
         */
        Note: {
            id: string;
            /** @enum {string} */
            author: "customer" | "service";
            body: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "body": "The tenant has handed over the keys of the garage."
         *     }
         */
        CreateNote: {
            body: string;
        };
        /**
         * @example {
         *       "id": "chg_6e5d4c3b-2a1f-4e0d-9c8b-7a6f5e4d3c2b",
         *       "caseId": "case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11",
         *       "kind": "platform_fee",
         *       "description": "Platform fee",
         *       "amountCents": 14900,
         *       "currency": "usd",
         *       "state": "due",
         *       "createdAt": "2026-07-01T09:30:00.000Z",
         *       "paidAt": null,
         *       "voidedAt": null,
         *       "refundedAt": null
         *     }
         */
        Charge: {
            id: string;
            caseId: string;
            /** @enum {string} */
            kind: "platform_fee";
            description: string;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            /** @enum {string} */
            state: "due" | "paid" | "void" | "refunded";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When the charge was dropped unpaid. One that was paid at that moment is paid, then refunded.
             */
            voidedAt: string | null;
            /**
             * Format: date-time
             * @description When the payment provider had given it back.
             */
            refundedAt: string | null;
        };
        /**
         * @example {
         *       "url": "https://checkout.example.com/pay/cs_a1b2c3"
         *     }
         */
        Checkout: {
            /**
             * Format: uri
             * @description The hosted page to pay on.
             */
            url: string;
        };
        /**
         * @example {
         *       "id": "org_9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d",
         *       "name": "Sandbox Holdings LLC",
         *       "verified": false,
         *       "members": [
         *         {
         *           "id": "usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d",
         *           "name": "Robin Example",
         *           "email": "robin@example.com",
         *           "role": "owner"
         *         }
         *       ]
         *     }
         */
        Organization: {
            id: string;
            name: string;
            /** @description Set by the operators. */
            verified: boolean;
            members: components["schemas"]["User"][];
        };
        /**
         * @example {
         *       "name": "Sandbox Holdings of Testville LLC"
         *     }
         */
        UpdateOrganization: {
            name: string;
        };
        /**
         * @example {
         *       "id": "case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11",
         *       "mode": "live",
         *       "state": "notice_review",
         *       "ground": "nonpayment",
         *       "entryPoint": "notice",
         *       "jurisdiction": {
         *         "state": "MD",
         *         "county": "Montgomery"
         *       },
         *       "attention": {
         *         "needed": false,
         *         "reasons": []
         *       },
         *       "createdAt": "2026-07-01T09:29:00.000Z",
         *       "updatedAt": "2026-07-01T09:31:00.000Z"
         *     }
         */
        AttorneyQueueItem: {
            id: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** @enum {string} */
            state: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn";
            /** @enum {string} */
            ground: "nonpayment" | "lease_violation" | "holdover";
            /** @enum {string} */
            entryPoint: "notice" | "filing";
            jurisdiction: {
                /** @description The property's state, two capitals. */
                state: string;
                county?: string;
            };
            attention: components["schemas"]["Attention"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @example {
         *       "needed": true,
         *       "reasons": [
         *         "on_hold",
         *         "withdrawal_requested"
         *       ]
         *     }
         */
        Attention: {
            /** @description The case is on hold, or a job for it failed for good. */
            needed: boolean;
            /** @description `on_hold`, `withdrawal_requested`, `job_failed:<step>`. */
            reasons: string[];
        };
        /**
         * @example {
         *       "id": "case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11",
         *       "mode": "live",
         *       "state": "cure_period",
         *       "heldFrom": null,
         *       "ground": "nonpayment",
         *       "entryPoint": "notice",
         *       "courtCaseNumber": null,
         *       "packVersions": null,
         *       "data": {
         *         "property": {
         *           "line1": "12 Sandbox Way",
         *           "city": "Testville",
         *           "state": "ZZ",
         *           "zip": "00001",
         *           "ownerOfRecord": "Sandbox Holdings LLC"
         *         },
         *         "parties": [
         *           {
         *             "role": "plaintiff",
         *             "name": "Sandbox Holdings LLC",
         *             "isEntity": true
         *           },
         *           {
         *             "role": "defendant",
         *             "name": "Terry Example"
         *           }
         *         ],
         *         "lease": {
         *           "startDate": "2025-06-01",
         *           "monthlyRentCents": 140000
         *         },
         *         "ledger": [
         *           {
         *             "date": "2026-06-01",
         *             "type": "charge",
         *             "amountCents": 140000,
         *             "memo": "Rent June"
         *           }
         *         ],
         *         "amountOwedCents": 140000,
         *         "attestations": {
         *           "authority": true,
         *           "notRetaliatory": true,
         *           "notDiscriminatory": true,
         *           "caresCovered": false,
         *           "subsidized": false,
         *           "servicemember": "no"
         *         },
         *         "progress": {
         *           "ledgerBalanceCents": 140000,
         *           "clock": "2026-07-02T09:31:00.000Z",
         *           "notice": {
         *             "servedDate": "2026-07-02",
         *             "method": "personal",
         *             "expires": "2026-07-10"
         *           },
         *           "hearing": null,
         *           "judgment": null,
         *           "withdrawal": null,
         *           "cureReports": []
         *         }
         *       },
         *       "deadlines": [
         *         {
         *           "name": "notice_expires",
         *           "date": "2026-07-10",
         *           "citation": "ZZ Stat. § 12-201"
         *         }
         *       ],
         *       "documents": [
         *         {
         *           "id": "doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55",
         *           "kind": "notice",
         *           "specId": "zz.notice.nonpayment.v1",
         *           "filename": "zz-notice-nonpayment.pdf",
         *           "contentHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *           "createdAt": "2026-07-01T09:30:00.000Z"
         *         }
         *       ],
         *       "nextAction": {
         *         "by": "customer",
         *         "description": "The notice period runs through 2026-07-10. Report it if the tenant cures."
         *       },
         *       "createdAt": "2026-07-01T09:29:00.000Z",
         *       "updatedAt": "2026-07-01T09:31:00.000Z",
         *       "gates": {
         *         "passed": true,
         *         "results": [
         *           {
         *             "gate": "parties_present",
         *             "status": "pass"
         *           }
         *         ]
         *       },
         *       "evidence": [],
         *       "filings": [],
         *       "serviceAttempts": [],
         *       "attention": {
         *         "needed": false,
         *         "reasons": []
         *       },
         *       "events": [
         *         {
         *           "id": "evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10",
         *           "action": "tenant_data_viewed",
         *           "actorType": "attorney",
         *           "fromState": null,
         *           "toState": null,
         *           "detail": {
         *             "what": "case",
         *             "attorneyId": "usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d"
         *           },
         *           "createdAt": "2026-07-01T09:40:00.000Z"
         *         }
         *       ]
         *     }
         */
        AttorneyCase: {
            id: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** @enum {string} */
            state: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn";
            /**
             * @description Where a case on hold came from, otherwise null.
             * @enum {string|null}
             */
            heldFrom: "draft" | "submitted" | "attorney_assigned" | "notice_review" | "notice_approved" | "notice_sent" | "notice_served" | "cure_period" | "cured" | "filing_review" | "filing_approved" | "filing_submitted" | "filing_rejected" | "filing_accepted" | "summons_sent" | "summons_served" | "hearing_scheduled" | "judgment_entered" | "writ_requested" | "writ_issued" | "on_hold" | "resolved" | "closed" | "withdrawn" | null;
            /** @enum {string} */
            ground: "nonpayment" | "lease_violation" | "holdover";
            /** @enum {string} */
            entryPoint: "notice" | "filing";
            courtCaseNumber: string | null;
            /** @description The rules the case was submitted under; they stay the same for its whole life. */
            packVersions: {
                jurisdiction: string;
                rules: string;
                notice: string | null;
                filing: string | null;
            } | null;
            /** @description The facts as sent, and `progress`, which is read-only. */
            data: {
                property: {
                    line1: string;
                    unit?: string;
                    city: string;
                    county?: string;
                    /** @description Two letters; `ZZ` is the sandbox jurisdiction. */
                    state: string;
                    zip: string;
                    ownerOfRecord: string;
                };
                parties: {
                    /** @enum {string} */
                    role: "plaintiff" | "defendant";
                    name: string;
                    isEntity?: boolean;
                }[];
                lease?: {
                    /** Format: date */
                    startDate?: string;
                    /** Format: date */
                    endDate?: string;
                    monthlyRentCents?: number;
                };
                ledger?: {
                    /** Format: date */
                    date: string;
                    /** @enum {string} */
                    type: "charge" | "payment";
                    amountCents: number;
                    memo?: string;
                }[];
                amountOwedCents?: number;
                violation?: {
                    description: string;
                    /** Format: date */
                    date: string;
                };
                attestations: {
                    authority?: boolean;
                    notRetaliatory?: boolean;
                    notDiscriminatory?: boolean;
                    caresCovered?: boolean;
                    subsidized?: boolean;
                    /** @enum {string} */
                    servicemember?: "no" | "yes" | "unknown";
                };
                priorNotice?: {
                    /** Format: date */
                    servedDate: string;
                    /** @enum {string} */
                    method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                    periodDays: number;
                };
                freeText?: string;
                progress: {
                    /** @description Charges less payments, rounded beyond 2^53; null without a ledger. */
                    ledgerBalanceCents: number | null;
                    /**
                     * Format: date-time
                     * @description The case's clock; that of a test case runs ahead after `advance`.
                     */
                    clock: string;
                    notice: {
                        /** Format: date */
                        servedDate: string;
                        /** @enum {string} */
                        method: "personal" | "substitute" | "posting" | "certified_mail" | "first_class_mail";
                        /**
                         * Format: date
                         * @description The last day of the notice period.
                         */
                        expires: string | null;
                    } | null;
                    hearing: {
                        /** Format: date */
                        date: string;
                    } | null;
                    judgment: {
                        /** @enum {string} */
                        outcome: "plaintiff" | "defendant" | "dismissed";
                        /** Format: date */
                        date: string;
                    } | null;
                    /** @description A withdrawal that waits for the attorney to confirm that all work has stopped. */
                    withdrawal: {
                        /** Format: date-time */
                        requestedAt: string;
                    } | null;
                    cureReports: {
                        /** Format: date-time */
                        reportedAt: string;
                    }[];
                };
            };
            deadlines: {
                /** @description For example `notice_expires` or `hearing`. */
                name: string;
                /** Format: date */
                date: string;
                /** @description Where the date comes from. */
                citation: string;
            }[];
            documents: components["schemas"]["Document"][];
            nextAction: {
                /** @enum {string} */
                by: "customer" | "attorney" | "platform" | "court" | "none";
                description: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            gates: components["schemas"]["GateResults"];
            /** @description What the customer uploaded. */
            evidence: components["schemas"]["Document"][];
            /** @description Oldest first. */
            filings: components["schemas"]["Filing"][];
            /** @description Oldest first. */
            serviceAttempts: components["schemas"]["ServiceAttempt"][];
            attention: components["schemas"]["Attention"];
            /** @description The whole audit trail, internal events and this look at the case included, oldest first. */
            events: components["schemas"]["Event"][];
        };
        /**
         * @example {
         *       "id": "fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
         *       "status": "rejected",
         *       "envelopeId": "10442913",
         *       "courtCaseNumber": null,
         *       "rejectionReasons": [
         *         {
         *           "code": "party_name",
         *           "description": "The name of the plaintiff is not that of the deed."
         *         }
         *       ],
         *       "createdAt": "2026-07-20T14:02:00.000Z"
         *     }
         */
        Filing: {
            id: string;
            /** @enum {string} */
            status: "submitted" | "accepted" | "rejected";
            envelopeId: string | null;
            courtCaseNumber: string | null;
            /** @description The court's reasons. */
            rejectionReasons: {
                code: string;
                description: string;
            }[] | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "srv_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910",
         *       "stage": "notice",
         *       "method": "personal",
         *       "status": "served",
         *       "servedDate": "2026-07-02",
         *       "failureReason": null,
         *       "createdAt": "2026-07-02T09:31:00.000Z"
         *     }
         */
        ServiceAttempt: {
            id: string;
            /** @enum {string} */
            stage: "notice" | "summons";
            method: string;
            /** @enum {string} */
            status: "pending" | "served" | "failed";
            /** Format: date */
            servedDate: string | null;
            failureReason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "decision": "approve",
         *       "documentHashes": [
         *         "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
         *       ]
         *     }
         */
        Review: {
            /** @enum {string} */
            decision: "approve" | "reject" | "request_changes";
            /** @description Of `request_changes`: the customer reads them as a note; without them there is none. Otherwise internal. */
            notes?: string;
            /** @description `contentHash` of what an approval is given to: every document under review, and others of the case as wanted. Empty for the other decisions. */
            documentHashes: string[];
        };
        /**
         * @example {
         *       "type": "hearing_scheduled",
         *       "date": "2026-08-12"
         *     }
         */
        Outcome: components["schemas"]["HearingScheduled"] | components["schemas"]["Judgment"] | components["schemas"]["WritRequested"] | components["schemas"]["WritIssued"] | components["schemas"]["Closed"];
        /**
         * @example {
         *       "type": "hearing_scheduled",
         *       "date": "2026-08-12"
         *     }
         */
        HearingScheduled: {
            /** @enum {string} */
            type: "hearing_scheduled";
            /** Format: date */
            date: string;
        };
        /**
         * @example {
         *       "type": "judgment",
         *       "outcome": "plaintiff"
         *     }
         */
        Judgment: {
            /** @enum {string} */
            type: "judgment";
            /** @enum {string} */
            outcome: "plaintiff" | "defendant" | "dismissed";
        };
        /**
         * @example {
         *       "type": "writ_requested"
         *     }
         */
        WritRequested: {
            /** @enum {string} */
            type: "writ_requested";
        };
        /**
         * @example {
         *       "type": "writ_issued"
         *     }
         */
        WritIssued: {
            /** @enum {string} */
            type: "writ_issued";
        };
        /**
         * @example {
         *       "type": "closed"
         *     }
         */
        Closed: {
            /** @enum {string} */
            type: "closed";
        };
        /**
         * @example {
         *       "id": "we_7d1c2b3a-4f5e-4a6b-9c8d-1e2f3a4b5c6d",
         *       "url": "https://hooks.example.com/cases",
         *       "mode": "test",
         *       "createdAt": "2026-07-01T09:20:00.000Z"
         *     }
         */
        WebhookEndpoint: {
            id: string;
            url: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Only of an endpoint that was switched off because everything failed for days. Register its URL anew to switch it on.
             */
            disabledAt?: string;
        };
        /**
         * @example {
         *       "url": "https://hooks.example.com/cases"
         *     }
         */
        CreateWebhookEndpoint: {
            /** @description Begins with `https://`, holds no username or password, and leads to the public network: not to localhost and not to a private address. */
            url: string;
        };
        /**
         * @example {
         *       "id": "we_7d1c2b3a-4f5e-4a6b-9c8d-1e2f3a4b5c6d",
         *       "url": "https://hooks.example.com/cases",
         *       "mode": "test",
         *       "createdAt": "2026-07-01T09:20:00.000Z",
         *       "secret": "whsec_5Rk2nV8pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe3HtY6"
         *     }
         */
        CreatedWebhookEndpoint: {
            id: string;
            url: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** Format: date-time */
            createdAt: string;
            /** @description What deliveries are signed with, `whsec_...`; shown only here. */
            secret: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
        IdempotencyKey: string;
        /** @description The mode a session acts in. That of an API key is in its prefix. */
        ServiceMode: "test" | "live";
        /** @description Names the request in the logs; made up where absent. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The name of the request in the logs. */
        RequestId: string;
        /**
         * @description Seconds after which to send the request again.
         * @example 5
         */
        RetryAfter: number;
        /** @description Present when this is the stored answer to the same request. */
        IdempotentReplayed: "true";
        /**
         * @description Always an attachment, with the name of the file.
         * @example attachment; filename="zz-notice-nonpayment.pdf"
         */
        ContentDisposition: string;
    };
    pathItems: never;
}
export type Health = components['schemas']['Health'];
export type Error = components['schemas']['Error'];
export type Signup = components['schemas']['Signup'];
export type Session = components['schemas']['Session'];
export type User = components['schemas']['User'];
export type OrganizationSummary = components['schemas']['OrganizationSummary'];
export type Modes = components['schemas']['Modes'];
export type Login = components['schemas']['Login'];
export type PasswordResetRequest = components['schemas']['PasswordResetRequest'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordResetConfirm = components['schemas']['PasswordResetConfirm'];
export type Lead = components['schemas']['Lead'];
export type AccessRequest = components['schemas']['AccessRequest'];
export type AttorneyApplication = components['schemas']['AttorneyApplication'];
export type ContactMessage = components['schemas']['ContactMessage'];
export type LeadReceived = components['schemas']['LeadReceived'];
export type Me = components['schemas']['Me'];
export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type Jurisdiction = components['schemas']['Jurisdiction'];
export type CreateCase = components['schemas']['CreateCase'];
export type Case = components['schemas']['Case'];
export type Document = components['schemas']['Document'];
export type UpdateCase = components['schemas']['UpdateCase'];
export type UploadDocument = components['schemas']['UploadDocument'];
export type Event = components['schemas']['Event'];
export type GateResults = components['schemas']['GateResults'];
export type Note = components['schemas']['Note'];
export type CreateNote = components['schemas']['CreateNote'];
export type Charge = components['schemas']['Charge'];
export type Checkout = components['schemas']['Checkout'];
export type Organization = components['schemas']['Organization'];
export type UpdateOrganization = components['schemas']['UpdateOrganization'];
export type AttorneyQueueItem = components['schemas']['AttorneyQueueItem'];
export type Attention = components['schemas']['Attention'];
export type AttorneyCase = components['schemas']['AttorneyCase'];
export type Filing = components['schemas']['Filing'];
export type ServiceAttempt = components['schemas']['ServiceAttempt'];
export type Review = components['schemas']['Review'];
export type Outcome = components['schemas']['Outcome'];
export type HearingScheduled = components['schemas']['HearingScheduled'];
export type Judgment = components['schemas']['Judgment'];
export type WritRequested = components['schemas']['WritRequested'];
export type WritIssued = components['schemas']['WritIssued'];
export type Closed = components['schemas']['Closed'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterServiceMode = components['parameters']['ServiceMode'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderContentDisposition = components['headers']['ContentDisposition'];
export type $defs = Record<string, never>;
export interface operations {
    health: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether requests can be served. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    signup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            /** @description The session token is shown only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description The session token is shown only here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Whether or not there is such an account. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetConfirm"];
            };
        };
        responses: {
            /** @description The new password is set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Lead"];
            };
        };
        responses: {
            /** @description It goes to the operators. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadReceived"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User, organization and modes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, never their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret is shown only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resolveJurisdiction: {
        parameters: {
            query: {
                /** @example ZZ */
                state: string;
                county?: string;
                city?: string;
            };
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place and its grounds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jurisdiction"];
                };
            };
        };
    };
    listCases: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /**
                 * @description Items on a page: 1 to 100, 20 where absent; more counts as 100.
                 * @example 20
                 */
                limit?: string;
            };
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of cases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Case"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCase"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    getCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    updateCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCase"];
            };
        };
        responses: {
            /** @description The changed draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadDocument"];
            };
        };
        responses: {
            /** @description The document with the SHA-256 of its bytes. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
                docId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                    };
                };
            };
        };
    };
    validateCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of every gate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateResults"];
                };
            };
        };
    };
    submitCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case and the results of its gates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        case: components["schemas"]["Case"];
                        gates: {
                            /** @description For example `parties_present`, `ledger_balance`. */
                            gate: string;
                            /** @enum {string} */
                            status: "pass" | "fail" | "warn" | "not_applicable";
                            /** @description In plain words, for `fail` and `warn`. */
                            reason?: string;
                        }[];
                    };
                };
            };
        };
    };
    advanceCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case after the step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    reportCure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    withdrawCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case, withdrawn or on hold. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Note"][];
                    };
                };
            };
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNote"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    listCharges: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charges. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Charge"][];
                        /** @description Whether charges can be paid online here. */
                        paymentsEnabled: boolean;
                    };
                };
            };
        };
    };
    checkoutCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                chargeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to pay. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
        };
    };
    confirmCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                chargeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization and its members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganization"];
            };
        };
        responses: {
            /** @description The organization with its new name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    getAttorneyQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AttorneyQueueItem"][];
                    };
                };
            };
        };
    };
    getAttorneyCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttorneyCase"];
                };
            };
        };
    };
    downloadAttorneyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
                docId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                    "image/jpeg": unknown;
                    "image/png": unknown;
                };
            };
        };
    };
    reviewCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Review"];
            };
        };
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    reportOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
                /** @description Of your making, for example a UUID. The same request sent again with the same key gets the stored answer, with `Idempotent-Replayed: true`. Used with another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: send the request again with the same key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Outcome"];
            };
        };
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, never their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The secret is shown only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request in the logs; made up where absent. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description The mode a session acts in. That of an API key is in its prefix. */
                "X-Service-Mode"?: components["parameters"]["ServiceMode"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** How each operation is called. */
export const calls = {
  health: {"method":"get","path":"/v1/health","takesIdempotencyKey":false,"returnsBytes":false},
  openapi: {"method":"get","path":"/v1/openapi.json","takesIdempotencyKey":false,"returnsBytes":false},
  signup: {"method":"post","path":"/v1/auth/signup","takesIdempotencyKey":false,"returnsBytes":false},
  login: {"method":"post","path":"/v1/auth/login","takesIdempotencyKey":false,"returnsBytes":false},
  requestPasswordReset: {"method":"post","path":"/v1/auth/password-reset/request","takesIdempotencyKey":false,"returnsBytes":false},
  confirmPasswordReset: {"method":"post","path":"/v1/auth/password-reset/confirm","takesIdempotencyKey":false,"returnsBytes":false},
  createLead: {"method":"post","path":"/v1/public/leads","takesIdempotencyKey":false,"returnsBytes":false},
  logout: {"method":"post","path":"/v1/auth/logout","takesIdempotencyKey":true,"returnsBytes":false},
  me: {"method":"get","path":"/v1/me","takesIdempotencyKey":false,"returnsBytes":false},
  listApiKeys: {"method":"get","path":"/v1/api-keys","takesIdempotencyKey":false,"returnsBytes":false},
  createApiKey: {"method":"post","path":"/v1/api-keys","takesIdempotencyKey":false,"returnsBytes":false},
  revokeApiKey: {"method":"delete","path":"/v1/api-keys/{id}","takesIdempotencyKey":false,"returnsBytes":false},
  resolveJurisdiction: {"method":"get","path":"/v1/jurisdictions/resolve","takesIdempotencyKey":false,"returnsBytes":false},
  createCase: {"method":"post","path":"/v1/cases","takesIdempotencyKey":true,"returnsBytes":false},
  listCases: {"method":"get","path":"/v1/cases","takesIdempotencyKey":false,"returnsBytes":false},
  getCase: {"method":"get","path":"/v1/cases/{id}","takesIdempotencyKey":false,"returnsBytes":false},
  updateCase: {"method":"patch","path":"/v1/cases/{id}","takesIdempotencyKey":false,"returnsBytes":false},
  uploadDocument: {"method":"post","path":"/v1/cases/{id}/documents","takesIdempotencyKey":true,"returnsBytes":false},
  downloadDocument: {"method":"get","path":"/v1/cases/{id}/documents/{docId}","takesIdempotencyKey":false,"returnsBytes":true},
  listEvents: {"method":"get","path":"/v1/cases/{id}/events","takesIdempotencyKey":false,"returnsBytes":false},
  validateCase: {"method":"post","path":"/v1/cases/{id}/validate","takesIdempotencyKey":true,"returnsBytes":false},
  submitCase: {"method":"post","path":"/v1/cases/{id}/submit","takesIdempotencyKey":true,"returnsBytes":false},
  advanceCase: {"method":"post","path":"/v1/cases/{id}/advance","takesIdempotencyKey":true,"returnsBytes":false},
  reportCure: {"method":"post","path":"/v1/cases/{id}/report-cure","takesIdempotencyKey":true,"returnsBytes":false},
  withdrawCase: {"method":"post","path":"/v1/cases/{id}/withdraw","takesIdempotencyKey":true,"returnsBytes":false},
  listNotes: {"method":"get","path":"/v1/cases/{id}/notes","takesIdempotencyKey":false,"returnsBytes":false},
  createNote: {"method":"post","path":"/v1/cases/{id}/notes","takesIdempotencyKey":true,"returnsBytes":false},
  listCharges: {"method":"get","path":"/v1/cases/{id}/charges","takesIdempotencyKey":false,"returnsBytes":false},
  checkoutCharge: {"method":"post","path":"/v1/cases/{id}/charges/{chargeId}/checkout","takesIdempotencyKey":true,"returnsBytes":false},
  confirmCharge: {"method":"post","path":"/v1/cases/{id}/charges/{chargeId}/confirm","takesIdempotencyKey":true,"returnsBytes":false},
  getOrganization: {"method":"get","path":"/v1/organization","takesIdempotencyKey":false,"returnsBytes":false},
  updateOrganization: {"method":"patch","path":"/v1/organization","takesIdempotencyKey":false,"returnsBytes":false},
  getAttorneyQueue: {"method":"get","path":"/v1/attorney/queue","takesIdempotencyKey":false,"returnsBytes":false},
  getAttorneyCase: {"method":"get","path":"/v1/attorney/cases/{id}","takesIdempotencyKey":false,"returnsBytes":false},
  downloadAttorneyDocument: {"method":"get","path":"/v1/attorney/cases/{id}/documents/{docId}","takesIdempotencyKey":false,"returnsBytes":true},
  reviewCase: {"method":"post","path":"/v1/attorney/cases/{id}/reviews","takesIdempotencyKey":true,"returnsBytes":false},
  reportOutcome: {"method":"post","path":"/v1/attorney/cases/{id}/outcomes","takesIdempotencyKey":true,"returnsBytes":false},
  listWebhookEndpoints: {"method":"get","path":"/v1/webhook-endpoints","takesIdempotencyKey":false,"returnsBytes":false},
  createWebhookEndpoint: {"method":"post","path":"/v1/webhook-endpoints","takesIdempotencyKey":false,"returnsBytes":false},
  deleteWebhookEndpoint: {"method":"delete","path":"/v1/webhook-endpoints/{id}","takesIdempotencyKey":false,"returnsBytes":false},
} as const;
