// A payment and its refund, with the client that oapi-codegen makes of the document as it is.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"shop/payments"
)

func require(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx, base, id, secret := context.Background(), os.Args[1], os.Args[2], os.Args[3]
	anyone, err := payments.NewClientWithResponses(base)
	require(err)
	form := payments.TokenRequest{GrantType: payments.ClientCredentials, ClientId: &id, ClientSecret: &secret}
	token, err := anyone.GetTokenWithFormdataBodyWithResponse(ctx, form)
	require(err)
	withToken := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token.JSON200.AccessToken)
		return nil
	}
	client, err := payments.NewClientWithResponses(base, payments.WithRequestEditorFn(withToken))
	require(err)

	refused, err := client.CreatePaymentIntentWithResponse(ctx, nil, payments.CreatePaymentIntent{})
	require(err)
	fmt.Println(refused.JSON400.Code)
	reference, key := "order-1", "order-1"
	order := payments.CreatePaymentIntent{Amount: 12.5, Reference: &reference}
	unknown, err := anyone.CreatePaymentIntentWithResponse(ctx, nil, order)
	require(err)
	fmt.Println(unknown.JSONDefault.Code)

	params := payments.CreatePaymentIntentParams{IdempotencyKey: &key}
	created, err := client.CreatePaymentIntentWithResponse(ctx, &params, order)
	require(err)
	intent := created.JSON201.PaymentIntent
	fmt.Println(intent.Status, intent.AmountDecimal, (*intent.QrCodeUrl)[:10])
	paid, err := client.SimulateWithResponse(ctx, intent.Id, payments.Simulate{Action: payments.Pay})
	require(err)
	if paid.JSON200.PaymentIntent.QrCodeUrl == nil {
		fmt.Println(paid.JSON200.PaymentIntent.Status, "without a code")
	}
	refund, err := client.RefundPaymentIntentWithResponse(ctx, intent.Id, nil, payments.RefundPaymentIntentJSONRequestBody{})
	require(err)
	fmt.Println(*refund.JSON200.PaymentIntent.RefundStatus)
	for {
		read, err := client.GetPaymentIntentWithResponse(ctx, intent.Id, nil)
		require(err)
		status := read.JSON200.PaymentIntent.RefundStatus
		if *status == payments.RefundStatusCompleted {
			fmt.Println(*status)
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}
