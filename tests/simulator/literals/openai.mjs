// What OpenAI's Responses, Azure's and xAI's answer.

export const OPENAI = {
  "oai-orphan": { rule: "oai-reasoning-orphan", param: "input", text: "Item '{id}' of type 'reasoning' was provided without its required following item." },
  "oai-call-alone": { rule: "oai-call-without-reasoning", param: "input", text: "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{needs}'." },
  "oai-message-alone": { rule: "oai-message-without-reasoning", param: "input", text: "Item '{id}' of type 'message' was provided without its required 'reasoning' item: '{needs}'." },
  "oai-unstored": { rule: "oai-unstored-id", status: 404, param: "input", text: "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input." },
  "oai-altered": { rule: "oai-encrypted-altered", code: "invalid_encrypted_content", text: "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed." },
  "oai-altered-no-id": { rule: "oai-encrypted-altered", code: "invalid_encrypted_content", text: "The encrypted content {head}...{tail} could not be verified." },
  "oai-organisation": { rule: "oai-encrypted-foreign", code: "invalid_encrypted_content", text: "The encrypted content for item {id} could not be verified. Reason: Encrypted content organization_id did not match the target organization." },
  "oai-azure-resource": { rule: "oai-encrypted-foreign", text: "The requested item was created under a different Azure OpenAI resource. Use the same resource that created the item to access it." },
  "oai-duplicate": { rule: "oai-duplicate-item", param: "input", text: "Duplicate item found with id {id}. Remove duplicate items from your input and try again." },
  "oai-plain-model": { rule: "oai-nonreasoning-target", param: "input", text: "Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input and try again." },
  "oai-summary": { rule: "oai-summary-missing", text: "Missing required parameter: 'input[{n}].summary'", code: "missing_required_parameter" },
  "oai-id-blank": { rule: "oai-id-blank", text: "Invalid 'input[{n}].id': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.", code: "invalid_value" },
  "oai-not-found": { rule: "oai-fabricated-id", param: "input", text: "Item with id '{id}' not found." },
  "oai-include": { rule: "oai-include-unsupported", param: "include", text: "Encrypted content is not supported with this model." },
  "oai-unanswered": { rule: "order.oai.unanswered-call", param: "input", text: "No tool output found for function call {id}.", public: "https://github.com/router-for-me/CLIProxyAPI/issues/2368" },
  "oai-orphan-output": { rule: "order.oai.orphan-output", param: "input", text: "No tool call found for function call output with call_id {id}.", public: "https://github.com/microsoft/vscode/issues/320060" },
  "xai-decrypt": { rule: "xai-decrypt", code: "invalid-argument", text: "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response." },
  "xai-summary": { rule: "xai-summary-missing", code: "invalid-argument", text: "Could not decode the compaction blob. Ensure it is unmodified from the compact response." },
  "xai-empty": { rule: "xai-empty-message", code: "Client specified an invalid argument", text: "Invalid request content: Each message must have at least one content element." },
  "ds-reasoning-text": { rule: "ds.responses.missing-reasoning-text", code: "invalid_request_error", text: "The `reasoning_text` in the thinking mode must be passed back to the API." },
};
